import { expectMatchers, type SnapshotExpect } from './expectMatchers.ts'
import type { PreconfMatchers } from './preconfMatchers.ts'

// Of `@jest/globals`, and of `@types/jest`. An interface is merged with equal parameters only.
declare module 'expect' {
  interface Matchers<R extends void | Promise<void>, T = unknown> extends PreconfMatchers<R> {}
}

declare global {
  namespace jest {
    // biome-ignore lint/complexity/noBannedTypes: as above
    interface Matchers<R, T = {}> extends PreconfMatchers<R> {}
  }
}

/** For `expect.extend` of Jest, with the `expect` of its file. */
export function jestMatchers(expect: SnapshotExpect) {
  return expectMatchers(() => expect)
}
