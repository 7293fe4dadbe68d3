/** The part of memdown 6 that `memoryDatabase.ts` uses; the package has no types. */
declare module 'memdown' {
  type Operation =
    | { readonly type: 'put'; readonly key: string; readonly value: string }
    | { readonly type: 'del'; readonly key: string }

  type Done = (error?: Error | null) => void

  interface MemDown {
    get(
      key: string,
      options: { readonly asBuffer: false },
      done: (error: Error | null | undefined, value?: string) => void,
    ): void
    put(key: string, value: string, done: Done): void
    del(key: string, done: Done): void
    batch(operations: readonly Operation[], done: Done): void
  }

  function memdown(): MemDown
  export = memdown
}
