/** The part of memdown 6 that `memoryDatabase.ts` uses; the package has no types. */
declare module 'memdown' {
  type Operation =
    | { readonly type: 'put'; readonly key: string; readonly value: string }
    | { readonly type: 'del'; readonly key: string }

  /** A tree of entries that never changes. */
  interface Entries<Value> {
    /** The order of the keys, which those have too that are made from it. */
    _compare: (one: string, other: string) => number
    readonly length: number
    get(key: string): Value | undefined
    /** A tree with one more entry, whose key must be new. */
    insert(key: string, value: Value): Entries<Value>
    /** A tree without an entry, if it has it. */
    remove(key: string): Entries<Value>
    /** By their keys, until `visit` returns something. */
    forEach(visit: (key: string, value: Value) => void): void
  }

  interface MemDown {
    /** The present entries. Every write replaces this tree. */
    _store: Entries<string | object>
    put(key: string, value: string, done: (error?: Error | null) => void): void
    del(key: string, done: (error?: Error | null) => void): void
    batch(operations: readonly Operation[], done: (error?: Error | null) => void): void
  }

  function memdown(): MemDown
  namespace memdown {
    const prototype: {
      /** Calls back in a later turn of the event loop. */
      _nextTick: (callback: (...results: unknown[]) => void, ...results: unknown[]) => unknown
      /** Make of what is put what is kept, by itself a Buffer. */
      _serializeKey: (key: string) => string
      _serializeValue: (value: string) => string
    }
  }
  export = memdown
}
