/** What is used of WebAssembly, which neither the language nor Node's types declare. */
declare namespace WebAssembly {
  interface Memory {
    readonly buffer: ArrayBuffer
  }

  class Module {
    constructor(bytes: Uint8Array)
  }

  class Instance {
    constructor(module: Module, imports: Record<string, Record<string, unknown>>)
    readonly exports: unknown
  }
}
