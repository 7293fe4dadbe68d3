import { TestEnvironment } from 'jest-environment-node'
import type { PreconfDevnet } from '../types/devnet.ts'
import { chainEnvironment, type EnvironmentClass } from './jest/chainEnvironment.ts'

export type { TestChainOptions } from './testChain/startTestChain.ts'
export { chainEnvironment }

declare global {
  /** The chain of the test file; after each test it is as before it. */
  var chain: PreconfDevnet
}

/** For `testEnvironment` of Jest: that of Node, with a `chain`. */
const PreconfEnvironment: EnvironmentClass = chainEnvironment(TestEnvironment)

export default PreconfEnvironment
