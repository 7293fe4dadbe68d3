import { base64Bytes } from '../../lib/encodings.ts'
import { compiled } from './compiled.ts'

// Not named `module`: who wraps a bundle in a function has a parameter of that name.
let compiledModule: WebAssembly.Module | undefined

/** An instance of the WebAssembly module of assembly/, with a memory of its own. */
export function instantiate(): unknown {
  // A few milliseconds, only when something of it is called for the first time.
  compiledModule ??= new WebAssembly.Module(base64Bytes(compiled))
  return new WebAssembly.Instance(compiledModule, {}).exports
}
