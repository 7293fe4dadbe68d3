import { TestEnvironment } from 'jest-environment-node'
import type { PreconfDevnet } from '../types/devnet.ts'
import { chainEnvironment } from './jest/chainEnvironment.ts'

export type { TestChainOptions } from './testChain/startTestChain.ts'
export { chainEnvironment }

declare global {
  /** The chain of the test file; after each test it is as before it. */
  var chain: PreconfDevnet
}

/** For `testEnvironment` of Jest: that of Node, with a `chain`. */
export default chainEnvironment(TestEnvironment)
