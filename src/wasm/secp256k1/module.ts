import { base64Bytes } from '../../lib/encodings.ts'
import { compiled } from './compiled.ts'

/** What the WebAssembly module gives; see assembly/index.ts. */
interface Exports {
  readonly memory: WebAssembly.Memory
  inputStart(): number
  outputStart(): number
  recover(recovery: number): number
  sign(): number
  publicKey(): number
}

export interface CurveModule {
  readonly exports: Exports
  /** Where a call looks for its values, one after the other. */
  readonly input: Uint8Array
  /** What a call gives, 64 bytes: whoever keeps them copies them. */
  readonly output: Uint8Array
}

export const wordBytes = 32

let loaded: CurveModule | undefined

export function curveModule(): CurveModule {
  loaded ??= load()
  return loaded
}

function load(): CurveModule {
  const module = new WebAssembly.Module(base64Bytes(compiled))
  const exports = new WebAssembly.Instance(module, {}).exports as unknown as Exports
  const { buffer } = exports.memory
  return {
    exports,
    input: new Uint8Array(buffer, exports.inputStart(), 3 * wordBytes),
    output: new Uint8Array(buffer, exports.outputStart(), 2 * wordBytes),
  }
}
