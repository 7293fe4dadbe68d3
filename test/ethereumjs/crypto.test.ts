import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import fc from 'fast-check'
import { privateKeyToAddress } from 'viem/accounts'
import { beforeAll, expect, test } from 'vitest'
import { addressOfKey, customCrypto, initCrypto } from '../../src/ethereumjs/crypto.ts'
import { bytesToHex } from '../../src/lib/hex.ts'
import { keccak256 } from '../../src/wasm/keccak/keccak256.ts'
import { runs } from '../support/runs.ts'

beforeAll(initCrypto)

const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 })
/** Keys are numbers below the order of the curve; a first byte below 0xff makes them so. */
const key = bytes32.map((bytes) => {
  const copy = Uint8Array.from(bytes)
  copy[0] = (copy[0] as number) & 0x7f
  copy[31] = (copy[31] as number) | 1
  return copy
})

test('keccak256 is that of noble, whatever the length', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 1_000 }), (bytes) => {
      expect(keccak256(bytes)).toEqual(keccak_256(bytes))
    }),
    runs({ numRuns: 200, seed: 1 }),
  )
})

test('a result of keccak256 stays when the next hash is made', () => {
  const first = keccak256(new Uint8Array([1]))
  const copy = first.slice()
  keccak256(new Uint8Array([2]))
  expect(first).toEqual(copy)
})

test('the address of a key is that of viem', () => {
  fc.assert(
    fc.property(key, (privateKey) => {
      const address = privateKeyToAddress(bytesToHex(privateKey))
      expect(bytesToHex(addressOfKey(privateKey))).toBe(address.toLowerCase())
    }),
    runs({ numRuns: 20, seed: 2 }),
  )
})

test('what is signed is recovered, as noble does', () => {
  const { ecsign, ecrecover } = customCrypto
  fc.assert(
    fc.property(key, bytes32, (privateKey, digest) => {
      const signed = (ecsign as NonNullable<typeof ecsign>)(digest, privateKey)
      const publicKey = secp256k1.getPublicKey(privateKey, false).slice(1)
      const v = 27n + BigInt(signed[0] as number)
      expect(ecrecover?.(digest, v, signed.slice(1, 33), signed.slice(33))).toEqual(publicKey)
      expect(
        secp256k1.verify(signed.slice(1), digest, secp256k1.getPublicKey(privateKey), {
          prehash: false,
        }),
      ).toBe(true)
    }),
    runs({ numRuns: 20, seed: 3 }),
  )
})

test.each([
  ['v that is none', 29n, new Uint8Array(32).fill(1), new Uint8Array(32).fill(1)],
  ['an r of zero', 27n, new Uint8Array(32), new Uint8Array(32).fill(1)],
  ['an s above the order', 27n, new Uint8Array(32).fill(1), new Uint8Array(32).fill(0xff)],
])('%s recovers nobody', (_, v, r, s) => {
  expect(() => customCrypto.ecrecover?.(new Uint8Array(32).fill(3), v, r, s)).toThrow(RangeError)
})
