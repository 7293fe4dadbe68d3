import { expectMatchers } from './expectMatchers.ts'
import type { PreconfMatchers } from './preconfMatchers.ts'

declare module 'vitest' {
  // Vitest's own parameter, which nothing here depends on.
  // biome-ignore lint/suspicious/noExplicitAny: an interface is merged with equal parameters only
  interface Matchers<T = any> extends PreconfMatchers<void> {}
}

/** What the test that asks has as its own `expect`. */
interface VitestTask {
  readonly context?: { readonly expect?: SnapshotExpect }
}

type SnapshotExpect = (text: string) => { toMatchSnapshot(hint?: string): unknown }

/** For `expect.extend` of Vitest. `expect` is the global one, for assertions outside of a test of one's own. */
export function vitestMatchers(expect: SnapshotExpect) {
  return expectMatchers(({ task }, text, hint) => {
    const own = (task as VitestTask | undefined)?.context?.expect ?? expect
    return own(text).toMatchSnapshot(hint)
  })
}
