import { Secp256k1Error } from '@bitauth/libauth/build/lib/crypto/secp256k1.js'
import { compiled } from './compiled.ts'

/** What the WebAssembly module gives; see assembly/recovery.ts. */
interface Exports {
  readonly memory: WebAssembly.Memory
  inputStart(): number
  outputStart(): number
  recover(recovery: number): number
}

interface Recovery {
  readonly exports: Exports
  /** The hash, r and s. */
  readonly input: Uint8Array
  readonly publicKey: Uint8Array
}

const wordBytes = 32
const unparsable = 1
const invalid = 2

let loaded: Recovery | undefined

/**
 * The public key, x and y, that made the signature, r and s, of a 32-byte hash. Throws what libauth says of
 * material that names no point.
 */
export function recoverPublicKey(
  hash: Uint8Array,
  signature: Uint8Array,
  recovery: number,
): Uint8Array {
  loaded ??= load()
  const { exports, input, publicKey } = loaded
  input.set(hash)
  input.set(signature, wordBytes)
  const outcome = exports.recover(recovery)
  if (outcome === unparsable) {
    throw new RangeError(Secp256k1Error.recoverPublicKeyWithUnparsableSignature)
  }
  if (outcome === invalid) throw new RangeError(Secp256k1Error.recoverPublicKeyInvalidMaterial)
  return publicKey.slice()
}

function load(): Recovery {
  const module = new WebAssembly.Module(Buffer.from(compiled, 'base64'))
  const exports = new WebAssembly.Instance(module, {}).exports as unknown as Exports
  const { buffer } = exports.memory
  return {
    exports,
    input: new Uint8Array(buffer, exports.inputStart(), 3 * wordBytes),
    publicKey: new Uint8Array(buffer, exports.outputStart(), 2 * wordBytes),
  }
}
