import { TestEnvironment } from 'jest-environment-node'
import type { PreconfDevnet } from '../types/devnet.ts'
import { chainEnvironment, type EnvironmentClass } from './jest/chainEnvironment.ts'

export type { TestChainOptions } from './testChain/startTestChain.ts'
export { chainEnvironment }

declare global {
  /** The chain of the test file; each test's changes are undone after it. */
  var chain: PreconfDevnet
}

/** The Node environment of Jest with a global `chain`, for the option `testEnvironment`. */
const PreconfEnvironment: EnvironmentClass = chainEnvironment(TestEnvironment)

export default PreconfEnvironment
