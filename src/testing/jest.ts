import { TestEnvironment } from 'jest-environment-node'
import './jest/globalChain.ts'
import { chainEnvironment, type EnvironmentClass } from './jest/chainEnvironment.ts'

export type { TestChainOptions } from './testChain/testChain.ts'
export { chainEnvironment }

/** The Node environment of Jest with a global `chain`, for the option `testEnvironment`. */
const PreconfEnvironment: EnvironmentClass = chainEnvironment(TestEnvironment)

export default PreconfEnvironment
