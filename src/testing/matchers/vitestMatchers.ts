import { expectMatchers, type SnapshotExpect } from './expectMatchers.ts'

/** What the test that asks has as its own `expect`. */
interface VitestTask {
  readonly context?: { readonly expect?: SnapshotExpect }
}

/** For `expect.extend` of Vitest. `expect` is the global one, for assertions outside of a test of one's own. */
export function vitestMatchers(expect: SnapshotExpect) {
  return expectMatchers(({ task }) => (task as VitestTask | undefined)?.context?.expect ?? expect)
}
