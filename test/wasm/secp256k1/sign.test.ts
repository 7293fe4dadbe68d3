import { instantiateSecp256k1 } from '@bitauth/libauth/build/lib/crypto/secp256k1.js'
import { secp256k1 as noble } from '@noble/curves/secp256k1.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { publicKey, recoverPublicKey, sign } from '../../../src/wasm/secp256k1/module.ts'

import { runs } from '../../support/runs.ts'

const libauth = await instantiateSecp256k1()
const n = noble.Point.Fn.ORDER

function bytesOf(word: bigint): Uint8Array {
  return new Uint8Array(Buffer.from(word.toString(16).padStart(64, '0'), 'hex'))
}

const step = fc.bigInt({ min: -20n, max: 20n })
const edges = [0n, 2n ** 128n, n >> 1n, n, 2n ** 256n - 21n]
/** Any, near an edge, or of long runs of equal bits. */
const word = fc.oneof(
  fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
  fc.tuple(fc.constantFrom(...edges), step).map(([edge, by]) => BigInt.asUintN(256, edge + by)),
  fc
    .tuple(fc.nat(256), fc.nat(256))
    .map(([high, low]) => BigInt.asUintN(256, 2n ** BigInt(high) - 2n ** BigInt(low))),
)
const key = word.map((word) => (word % (n - 1n)) + 1n)

describe('signing in WebAssembly', () => {
  it("is noble's, of any hash by any key (RFC 6979, the lower s)", () => {
    fc.assert(
      fc.property(word, key, (z, secret) => {
        const [hash, privateKey] = [bytesOf(z), bytesOf(secret)]
        const wanted = noble.sign(hash, privateKey, { prehash: false, format: 'recovered' })
        const { signature, recovery } = sign(hash, privateKey)
        expect([recovery, ...signature]).toEqual([...wanted])
        expect(recoverPublicKey(hash, signature, recovery)).toEqual(publicKey(privateKey))
      }),
      runs({ seed: 1, numRuns: 1_000 }),
    )
  })

  it("is libauth's, of hashes below the order", () => {
    fc.assert(
      fc.property(word, key, (z, secret) => {
        const [hash, privateKey] = [bytesOf(z % n), bytesOf(secret)]
        const { signature, recovery } = sign(hash, privateKey)
        expect(libauth.signMessageHashRecoverableCompact(privateKey, hash)).toEqual({
          signature,
          recoveryId: recovery,
        })
      }),
      runs({ seed: 2, numRuns: 2_000 }),
    )
  })

  it('gives a signature that stays when the next one is made', () => {
    const { signature } = sign(bytesOf(1n), bytesOf(2n))
    const copy = signature.slice()
    sign(bytesOf(3n), bytesOf(4n))
    expect(signature).toEqual(copy)
  })
})

describe('a public key', () => {
  it("is noble's and libauth's", () => {
    fc.assert(
      fc.property(key, (secret) => {
        const found = publicKey(bytesOf(secret))
        expect(found).toEqual(noble.getPublicKey(bytesOf(secret), false).slice(1))
        const uncompressed = libauth.derivePublicKeyUncompressed(bytesOf(secret))
        expect(uncompressed).toEqual(Uint8Array.of(4, ...found))
      }),
      runs({ seed: 3, numRuns: 1_000 }),
    )
  })
})

it.each([
  ['zero', bytesOf(0n)],
  ['the order', bytesOf(n)],
  ['more than the order', bytesOf(2n ** 256n - 1n)],
  ['31 bytes', new Uint8Array(31).fill(1)],
  ['33 bytes', new Uint8Array(33).fill(1)],
])('a private key of %s is refused', (_, privateKey) => {
  expect(() => publicKey(privateKey)).toThrow(RangeError)
  expect(() => sign(bytesOf(1n), privateKey)).toThrow('a private key has 32 bytes')
})
