import type { KeyObject } from 'node:crypto'
import { bytesToBigInt } from '../../lib/hex.ts'
import { type NodeCrypto, nodeCrypto } from './nodeCrypto.ts'

// Beside BigInt, which does what this leaves (modexp.ts): measured with Node 20 (CPU time for each call, npm
// run bench -- precompiles), a power of 256 bits takes 36 µs here and 115 µs by EthereumJS, one of 2,048 bits
// 1.9 ms and 15.8 ms, which BigInt in turns makes no shorter: it is where contracts verify RSA.

/** Beyond this OpenSSL takes small exponents only (OPENSSL_RSA_SMALL_MODULUS_BITS). */
const mostBytes = 3072 / 8
/** Products of the bits of the exponent and those of the modulus from which on native code is sooner. */
const leastWork = 16_000

/**
 * `base` to the power of `exponent` modulo `modulus`, all big-endian, in native code: it is what RSA does
 * with what it encrypts. Nothing for what that cannot do or would not do sooner.
 */
export function nativePower(
  base: Uint8Array,
  exponent: Uint8Array,
  modulus: Uint8Array,
): Uint8Array | undefined {
  const n = withoutZeros(modulus)
  const e = withoutZeros(exponent)
  const isOdd = ((n.at(-1) ?? 0) & 1) === 1
  if (!isOdd || n.length > mostBytes || e.length * n.length * 64 < leastWork) return undefined
  // It wants an exponent and a base below the modulus.
  if (!isBelow(e, n)) return undefined
  const crypto = nodeCrypto()
  if (crypto === undefined) return undefined
  const message = new Uint8Array(n.length)
  const b = withoutZeros(base)
  if (isBelow(b, n)) message.set(b, n.length - b.length)
  else message.set(reduced(b, n))
  const padding = crypto.constants.RSA_NO_PADDING
  let power: Uint8Array
  try {
    const key = keyOf(crypto, n, e)
    power = crypto.publicEncrypt({ key, padding }, message)
  } catch {
    return undefined
  }
  const result = new Uint8Array(modulus.length)
  result.set(power, result.length - power.length)
  return result
}

let kept: { readonly n: string; readonly e: string; readonly key: KeyObject } | undefined

/** The key of the last time if it is the same, as for all signatures of somebody. */
function keyOf(crypto: NodeCrypto, modulus: Uint8Array, exponent: Uint8Array): KeyObject {
  const [n, e] = [base64(modulus), base64(exponent)]
  if (kept?.n === n && kept.e === e) return kept.key
  const key = crypto.createPublicKey({ key: { kty: 'RSA', n, e }, format: 'jwk' })
  kept = { n, e, key }
  return key
}

function withoutZeros(bytes: Uint8Array): Uint8Array {
  const start = bytes.findIndex((byte) => byte !== 0)
  return start === -1 ? new Uint8Array() : bytes.subarray(start)
}

/** Both without zeros that they begin with. */
function isBelow(left: Uint8Array, right: Uint8Array): boolean {
  if (left.length !== right.length) return left.length < right.length
  return Buffer.compare(left, right) < 0
}

function reduced(base: Uint8Array, modulus: Uint8Array): Uint8Array {
  const rest = bytesToBigInt(base) % bytesToBigInt(modulus)
  return Buffer.from(rest.toString(16).padStart(2 * modulus.length, '0'), 'hex')
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url')
}
