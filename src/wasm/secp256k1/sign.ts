import { curveModule, wordBytes } from './module.ts'

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
