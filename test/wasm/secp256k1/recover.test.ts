import {
  instantiateSecp256k1,
  Secp256k1Error,
} from '@bitauth/libauth/build/lib/crypto/secp256k1.js'
import { secp256k1 as noble } from '@noble/curves/secp256k1.js'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { recoverPublicKey } from '../../../src/wasm/secp256k1/module.ts'
import { runs } from '../../support/runs.ts'

let libauth: Awaited<ReturnType<typeof instantiateSecp256k1>>
beforeAll(async () => {
  libauth = await instantiateSecp256k1()
})

const { Fp, Fn, BASE } = noble.Point
const p = Fp.ORDER
const n = Fn.ORDER
const lambda = 0x5363ad4cc05c30e0a5261c028812645a122e22ea20816678df02967c1b23bd72n

interface Signed {
  readonly z: bigint
  readonly r: bigint
  readonly s: bigint
  readonly recovery: 0 | 1 | 2 | 3
}

function bytesOf(...words: readonly bigint[]): Uint8Array {
  const digits = words.map((word) => word.toString(16).padStart(64, '0')).join('')
  return new Uint8Array(Buffer.from(digits, 'hex'))
}

/** The key, or which error it is. */
function ours({ z, r, s, recovery }: Signed): Uint8Array | string {
  try {
    return recoverPublicKey(bytesOf(z), bytesOf(r, s), recovery)
  } catch (error) {
    expect(error).toBeInstanceOf(RangeError)
    return /not below the order/.test(String(error)) ? 'unparsable' : 'invalid'
  }
}

function libauths({ z, r, s, recovery }: Signed): Uint8Array | string {
  const key = libauth.recoverPublicKeyUncompressed(bytesOf(r, s), recovery, bytesOf(z))
  if (typeof key !== 'string') return key.subarray(1)
  return key === Secp256k1Error.recoverPublicKeyWithUnparsableSignature ? 'unparsable' : 'invalid'
}

const anyWord = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })
const step = fc.bigInt({ min: -20n, max: 20n })
const edges = [0n, 2n ** 128n, p - n, n >> 1n, n, p, 2n ** 256n]
/** Any, near an edge, or of long runs of equal bits. */
const word = fc.oneof(
  anyWord,
  fc.tuple(fc.constantFrom(...edges), step).map(([edge, by]) => BigInt.asUintN(256, edge + by)),
  fc
    .tuple(fc.nat(256), fc.nat(256), fc.boolean())
    .map(([high, low, inverted]) =>
      BigInt.asUintN(256, (2n ** BigInt(high) - 2n ** BigInt(low)) * (inverted ? -1n : 1n)),
    ),
)
const recovery = fc.constantFrom(0 as const, 1 as const, 2 as const, 3 as const)
const key = fc.bigInt({ min: 1n, max: n - 1n })

function pointSigned(k: bigint, s: bigint, z: bigint): Signed {
  const { x, y } = BASE.multiply(k).toAffine()
  const recovery = (Number(y & 1n) + (x < n ? 0 : 2)) as Signed['recovery']
  return { z, r: Fn.create(x), s, recovery }
}

describe('recovery in WebAssembly', () => {
  it("gives libauth's keys and errors, whatever the numbers", () => {
    const outcomes = { keys: 0, errors: 0 }
    fc.assert(
      fc.property(word, word, word, recovery, (z, r, s, recovery) => {
        const signed = { z, r, s, recovery }
        const outcome = ours(signed)
        expect(outcome).toEqual(libauths(signed))
        if (typeof outcome === 'string') outcomes.errors++
        else outcomes.keys++
      }),
      runs({ seed: 1, numRuns: 5_000 }),
    )
    expect(outcomes.keys).toBeGreaterThan(500)
    expect(outcomes.errors).toBeGreaterThan(500)
  })

  it('takes an x above the order', () => {
    const little = fc.bigInt({ min: 1n, max: p - n + 5n })
    fc.assert(
      fc.property(
        word,
        little,
        key,
        fc.constantFrom(2 as const, 3 as const),
        (z, r, s, recovery) => {
          const signed = { z, r, s, recovery }
          expect(ours(signed)).toEqual(libauths(signed))
        },
      ),
      runs({ seed: 2, numRuns: 1_000 }),
    )
  })

  it('finds the keys that have signed, as noble does', () => {
    fc.assert(
      fc.property(key, anyWord, (secret, z) => {
        const [hash, privateKey] = [bytesOf(z), bytesOf(secret)]
        const bytes = noble.sign(hash, privateKey, { prehash: false, format: 'recovered' })
        const found = recoverPublicKey(hash, bytes.subarray(1), bytes[0] as number)
        expect(found).toEqual(noble.getPublicKey(privateKey, false).slice(1))
      }),
      runs({ seed: 3, numRuns: 500 }),
    )
  })

  it('adds points that are equal, opposite or lambda times one another', () => {
    const factor = fc
      .tuple(step, step)
      .map(([plain, timesLambda]) => Fn.create(plain + timesLambda * lambda))
    const nonZero = factor.filter((factor) => factor !== 0n)
    fc.assert(
      fc.property(nonZero, nonZero, factor, (k, a, b) => {
        // a R + b G is the key of a k + b, of R = k G.
        const { r, recovery } = pointSigned(k, 1n, 0n)
        const signed = { z: Fn.create(-b * r), r, s: Fn.create(a * r), recovery }
        expect(ours(signed)).toEqual(libauths(signed))
        const sum = Fn.create(a * k + b)
        if (sum !== 0n) expect(ours(signed)).toEqual(BASE.multiply(sum).toBytes(false).slice(1))
      }),
      runs({ seed: 4, numRuns: 1_000 }),
    )
  })

  it('refuses the point at infinity', () => {
    fc.assert(
      fc.property(key, key, (k, z) => {
        const signed = pointSigned(k, Fn.create(z * Fn.inv(k)), z)
        expect(ours(signed)).toBe(libauths(signed))
        expect(ours(signed)).toBe('invalid')
      }),
      runs({ seed: 5, numRuns: 100 }),
    )
  })

  it.each([
    ['r of zero', { r: 0n }],
    ['s of zero', { s: 0n }],
    ['r of the order', { r: n }],
    ['s of the order', { s: n }],
    ['r above the order', { r: 2n ** 256n - 1n }],
    ['s above the order', { s: 2n ** 256n - 1n }],
    ['x that r + n cannot be', { r: p - n, recovery: 2 as const }],
    ['x that no point has', { r: 5n }],
  ])('refuses %s', (_, changed) => {
    const signed = { ...pointSigned(7n, 9n, 11n), ...changed }
    expect(ours(signed)).toBeTypeOf('string')
    expect(ours(signed)).toBe(libauths(signed))
  })

  it('takes a hash of zero and hashes that are the order and more', () => {
    for (const z of [0n, 1n, n - 1n, n, n + 1n, 2n ** 256n - 1n]) {
      const signed = pointSigned(12_345n, 67_890n, z)
      expect(ours(signed)).toEqual(libauths(signed))
      expect(ours(signed)).toBeInstanceOf(Uint8Array)
    }
  })

  it('gives a key that stays when the next one is found', () => {
    const first = ours(pointSigned(2n, 3n, 4n))
    const copy = (first as Uint8Array).slice()
    ours(pointSigned(5n, 6n, 7n))
    expect(first).toEqual(copy)
  })
})
