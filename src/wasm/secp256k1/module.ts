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
  /** The result of a call, 64 bytes; callers that keep it copy it. */
  readonly output: Uint8Array
}

const wordBytes = 32

let loaded: CurveModule | undefined

function curveModule(): CurveModule {
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

// It stays for figures: recovery takes 72 us of CPU time on Node 22 and 74 on 24, libsecp256k1 as in @bitauth/libauth
// 170 and 156, which is 2.1 to 2.4 times as much where at most 1.25 would do (`npm run bench -- recover`). Signing, for
// which little is added to that, takes 32 and 31 us, noble 565 and 468; the ten keys of a start take 3 ms, and by
// noble 44 and 50 besides loading it, where a start may take 15 ms more.

const unparsable = 1
const invalid = 2

/**
 * The public key, x and y, that made the signature, r and s, of a 32-byte hash. Throws a `RangeError` for
 * material that names no point.
 */
export function recoverPublicKey(
  hash: Uint8Array,
  signature: Uint8Array,
  recovery: number,
): Uint8Array {
  const { exports, input, output } = curveModule()
  input.set(hash)
  input.set(signature, wordBytes)
  const outcome = exports.recover(recovery)
  if (outcome === unparsable) {
    throw new RangeError(
      'no public key: r or s of the signature is not below the order of the curve',
    )
  }
  if (outcome === invalid) {
    throw new RangeError('no public key: no key makes this signature of this hash')
  }
  return output.slice()
}

export interface RecoverableSignature {
  /** r and s, 32 bytes each; s is the lower of the two that do. */
  readonly signature: Uint8Array
  /** 1 where y of the point is odd, and 2 more where its x is r and the order. */
  readonly recovery: number
}

/**
 * Signs a 32-byte hash; a key signs a hash in one way only (RFC 6979). Throws a `RangeError` for what is no
 * private key. Half the time of libsecp256k1 compiled to WebAssembly, and a third in the first two hundred.
 */
export function sign(hash: Uint8Array, privateKey: Uint8Array): RecoverableSignature {
  const { exports, input, output } = curveModule()
  input.set(hash)
  setKey(privateKey, wordBytes)
  const recovery = exports.sign()
  if (recovery < 0) throw noKey()
  return { signature: output.slice(), recovery }
}

/** x and y of the public key, 64 bytes. Throws a `RangeError` for what is no private key. */
export function publicKey(privateKey: Uint8Array): Uint8Array {
  const { exports, output } = curveModule()
  setKey(privateKey, 0)
  if (exports.publicKey() === 0) throw noKey()
  return output.slice()
}

function setKey(privateKey: Uint8Array, at: number): void {
  if (privateKey.length !== wordBytes) throw noKey()
  curveModule().input.set(privateKey, at)
}

function noKey(): RangeError {
  return new RangeError(
    'a private key has 32 bytes, and as a number is between zero and the order of the curve',
  )
}
