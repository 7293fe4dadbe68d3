import { expect } from '@jest/globals'
import { expectMatchers } from '../matchers/expectMatchers.ts'
import type { PreconfMatchers } from '../matchers/preconfMatchers.ts'
import './globalChain.ts'

export { useChain } from '../matchers/chains.ts'
export type { PreconfMatchers }

// Of `@jest/globals`; below of `@types/jest`. An interface is merged with equal parameters only.
declare module 'expect' {
  interface Matchers<R extends void | Promise<void>, T = unknown> extends PreconfMatchers<R> {}
}

declare global {
  namespace jest {
    // biome-ignore lint/complexity/noBannedTypes: as above
    interface Matchers<R, T = {}> extends PreconfMatchers<R> {}
  }
}

expect.extend(expectMatchers(() => expect))
