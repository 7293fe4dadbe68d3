/** What is used of WebAssembly, which neither the language nor Node's types declare. */
declare namespace WebAssembly {
  interface Memory {
    readonly buffer: ArrayBuffer
    /** By pages of 64 kB; gives how many there were. The buffer is another one then. */
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
