/** The part of memdown 6 that `memoryDatabase.ts` uses; the package has no types. */
declare module 'memdown' {
  type Operation =
    | { readonly type: 'put'; readonly key: Buffer; readonly value: Buffer }
    | { readonly type: 'del'; readonly key: Buffer }

  interface MemDown {
    /** The present entries. Every write replaces this tree; no write changes one. */
    _store: { readonly length: number; get(key: Buffer): Buffer | undefined }
    put(key: Buffer, value: Buffer, done: (error?: Error | null) => void): void
    del(key: Buffer, done: (error?: Error | null) => void): void
    batch(operations: readonly Operation[], done: (error?: Error | null) => void): void
  }

  function memdown(): MemDown
  export = memdown
}
