import { TestEnvironment } from 'jest-environment-node'
import { chainEnvironment } from './jest/chainEnvironment.ts'

export type { TestChainOptions } from './testChain/startTestChain.ts'
export { chainEnvironment }

/** For `testEnvironment` of Jest: that of Node, with a `chain`. */
export default chainEnvironment(TestEnvironment)
