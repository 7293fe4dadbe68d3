import { expectMatchers, type SnapshotExpect } from './expectMatchers.ts'

/** The part of Vitest's task that has the test's own `expect`. */
interface VitestTask {
  readonly context?: { readonly expect?: SnapshotExpect }
}

/**
 * Returns the matchers for `expect.extend` of Vitest. `expect` is the global one, for assertions that do not use the
 * test's own.
 */
export function vitestMatchers(expect: SnapshotExpect) {
  return expectMatchers(({ task }) => (task as VitestTask | undefined)?.context?.expect ?? expect)
}
