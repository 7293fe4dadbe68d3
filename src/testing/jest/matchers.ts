import { expect } from '@jest/globals'
import { jestMatchers } from '../matchers/jestMatchers.ts'

export { useChain } from '../matchers/chains.ts'
export type { PreconfMatchers } from '../matchers/preconfMatchers.ts'

expect.extend(jestMatchers(expect))
