import { p256 } from '@noble/curves/nist.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fasterP256verify } from '../../../src/ethereumjs/precompiles/p256verify.ts'
import { bytesToBigInt, hexToBytes, numberToBytes } from '../../../src/lib/hex.ts'
import { runs } from '../../support/runs.ts'
import { both, expectSame } from './compare.ts'

const verification = both(0x100, fasterP256verify, 'osaka')
const { Fp, Fn } = p256.Point
const gasLimit = 6_900n

const secret = fc.bigInt({ min: 1n, max: Fn.ORDER - 1n }).map((key) => numberToBytes(key, 32))
const digest = fc.uint8Array({ minLength: 32, maxLength: 32 })
const valid = fc.tuple(secret, digest).map(([key, hash]) => {
  const signature = p256.sign(hash, key, { prehash: false, lowS: false })
  return [hash, signature, p256.getPublicKey(key, false).subarray(1)] as const
})
const edge = fc.constantFrom(
  0n,
  1n,
  Fn.ORDER - 1n,
  Fn.ORDER,
  Fp.ORDER - 1n,
  Fp.ORDER,
  2n ** 256n - 1n,
)

function concat(...parts: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(parts)
}

/** The key of a signature (r, s) of a hash whose point is `factor` times the base point. */
function signatureOf(factor: bigint, s: bigint, hash: bigint): Uint8Array | undefined {
  const point = p256.Point.BASE.multiply(factor)
  const r = Fn.create(point.x)
  // Q = s/r R - hash/r G
  const key = Fn.div(Fn.sub(Fn.mul(s, factor), Fn.create(hash)), r)
  if (key === 0n) return undefined
  const { x, y } = p256.Point.BASE.multiply(key).toAffine()
  return concat(...[hash, r, s, x, y].map((value) => numberToBytes(value, 32)))
}

describe('P256VERIFY in native code', () => {
  it('takes what is signed, with high s and low', async () => {
    const inputs = valid.map((parts) => concat(...parts))
    await fc.assert(
      fc.asyncProperty(inputs, async (data) => {
        const high = Uint8Array.from(data)
        high.set(numberToBytes(Fn.ORDER - bytesToBigInt(data.subarray(64, 96)), 32), 64)
        for (const signed of [data, high]) {
          const outcome = await verification.faster({ data: signed, gasLimit })
          expect(outcome.returnValue).toBe(`0x${'00'.repeat(31)}01`)
          expect(outcome).toEqual(await verification.stock({ data: signed, gasLimit }))
        }
      }),
      runs({ seed: 1, numRuns: 60 }),
    )
  })

  it("refuses what EthereumJS's refuses", async () => {
    const flipped = fc.tuple(valid, fc.nat(159), fc.nat(7)).map(([parts, at, bit]) => {
      const data = concat(...parts)
      data[at] = (data[at] as number) ^ (1 << bit)
      return data
    })
    const replaced = fc.tuple(valid, fc.nat(4), edge).map(([parts, word, value]) => {
      const data = concat(...parts)
      data.set(numberToBytes(value, 32), word * 32)
      return data
    })
    const any = fc.uint8Array({ minLength: 158, maxLength: 162 })
    const limit = fc.oneof(fc.constant(gasLimit), fc.constant(gasLimit - 1n))
    await fc.assert(
      fc.asyncProperty(fc.oneof(flipped, replaced, any), limit, (data, gasLimit) =>
        expectSame(verification, { data, gasLimit }),
      ),
      runs({ seed: 2, numRuns: 250 }),
    )
  })

  it('adds points that are equal, opposite, or nothing', async () => {
    const { BASE } = p256.Point
    const inputs: (Uint8Array | undefined)[] = []
    for (const factor of [1n, 2n, 5n, Fn.ORDER - 1n]) {
      const r = Fn.create(BASE.multiply(factor).x)
      for (const s of [1n, r, Fn.neg(r)]) {
        // hash/r G is the key, minus the key, and nothing.
        const key = Fn.div(Fn.mul(s, factor), Fn.add(r, r))
        const hashes = [Fn.mul(key, r), Fn.neg(Fn.mul(key, r)), 0n, Fn.ORDER]
        for (const hash of hashes) inputs.push(signatureOf(factor, s, hash))
      }
      // The sum is the point at infinity.
      const { x, y } = BASE.multiply(factor).toAffine()
      const hash = Fn.neg(Fn.mul(r, factor))
      inputs.push(concat(...[hash, r, 1n, x, y].map((value) => numberToBytes(value, 32))))
    }
    for (const data of inputs) {
      if (data !== undefined) await expectSame(verification, { data, gasLimit })
    }
  })

  it('takes a vector of EIP-7951', async () => {
    const data = hexToBytes(
      '4cee90eb86eaa050036147a12d49004b6b9c72bd725d39d4785011fe190f0b4da73bd4903f0ce3b639bbbf6e8e80d16931ff4bcf5993d58468e8fb19086e8cac36dbcd03009df8c59286b162af3bd7fcc0450c9aa81be5d10d312af6c66b1d604aebd3099c618202fcfe16ae7770b0c49ab5eadf74b754204a3bb6060e44eff37618b065f9832de4ca6ca971a7a1adc826d0f7c00181a5fb2ddf79ae00b4e10e',
    )
    const { returnValue } = await verification.faster({ data, gasLimit })
    expect(returnValue).toBe(`0x${'00'.repeat(31)}01`)
  })
})
