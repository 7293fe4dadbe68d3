/** What is used of WebAssembly, which neither the language nor Node's types declare. */
declare namespace WebAssembly {
  interface Memory {
    readonly buffer: ArrayBuffer
    /** Grows by pages of 64 kB and returns the earlier number. The buffer is another one then. */
    grow(pages: number): number
  }

  class Module {
    constructor(bytes: Uint8Array)
  }

  class Instance {
    constructor(module: Module, imports: Record<string, Record<string, unknown>>)
    readonly exports: unknown
  }
}
