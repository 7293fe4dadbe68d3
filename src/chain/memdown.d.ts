/** The part of memdown 6 that `memoryDatabase.ts` uses; the package has no types. */
declare module 'memdown' {
  type Operation =
    | { readonly type: 'put'; readonly key: Buffer; readonly value: Buffer }
    | { readonly type: 'del'; readonly key: Buffer }

  /** A tree of entries that never changes. */
  interface Entries {
    readonly length: number
    get(key: Buffer): Value | undefined
    /** A tree with one more entry. */
    insert(key: Buffer, value: Value): Entries
    /** A tree without an entry, if it has it. */
    remove(key: Buffer): Entries
    /** By their keys, until `visit` returns something. */
    forEach(visit: (key: Buffer, value: Value) => void): void
  }

  /** The functions are ours: memdown's own readers, which we have no use for, would not call them. */
  type Value = Buffer | (() => Uint8Array)

  interface MemDown {
    /** The present entries. Every write replaces this tree. */
    _store: Entries
    put(key: Buffer, value: Buffer, done: (error?: Error | null) => void): void
    del(key: Buffer, done: (error?: Error | null) => void): void
    batch(operations: readonly Operation[], done: (error?: Error | null) => void): void
  }

  function memdown(): MemDown
  namespace memdown {
    const prototype: {
      /** Calls back in a later turn of the event loop. */
      _nextTick: (callback: (...results: unknown[]) => void, ...results: unknown[]) => unknown
    }
  }
  export = memdown
}
