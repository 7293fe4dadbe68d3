import { expect } from '@jest/globals'
import type { PreconfDevnet } from '../../types/devnet.ts'
import { expectMatchers } from '../matchers/expectMatchers.ts'
import type { PreconfMatchers } from '../matchers/preconfMatchers.ts'

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

  /** The chain of the test file, with `testEnvironment: 'preconf/jest'`; each test's changes are undone after it. */
  var chain: PreconfDevnet
}

expect.extend(expectMatchers(() => expect))
