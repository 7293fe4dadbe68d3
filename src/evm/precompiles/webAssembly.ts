import { compiled } from './compiled.ts'

let module: WebAssembly.Module | undefined

/** An instance of the WebAssembly module of assembly/, with a memory of its own. */
export function instantiate(): unknown {
  // A few milliseconds, only when something of it is called for the first time.
  module ??= new WebAssembly.Module(Buffer.from(compiled, 'base64'))
  return new WebAssembly.Instance(module, {}).exports
}
