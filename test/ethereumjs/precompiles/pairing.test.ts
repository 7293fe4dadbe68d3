import { NobleBN254, type PrecompileFunc } from '@ethereumjs/evm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Faster } from '../../../src/ethereumjs/precompiles/faster.ts'
import { fasterPairing } from '../../../src/ethereumjs/precompiles/pairing.ts'
import { hexToBytes } from '../../../src/lib/hex.ts'
import { runs } from '../../support/runs.ts'
import { Fr, g1, g2, scalar, twistPoints, uint256, word } from './bn254Points.ts'
import { both, expectSame } from './compare.ts'

let left = 0
/** Counts what it leaves to EthereumJS. */
const counted: Faster = (stock, yieldIfDue) =>
  fasterPairing((input: Parameters<PrecompileFunc>[0]) => {
    left++
    return stock(input)
  }, yieldIfDue)

const evm = { _bn254: new NobleBN254() }
const pairing = both(8, counted, 'osaka', { evm })
const gasLimit = 10n ** 9n
const of = (pairs: string) => ({ data: hexToBytes(pairs), gasLimit })

/** What it gives for pairs that are right, which it must not leave to anybody. */
async function isOne(pairs: string): Promise<boolean> {
  left = 0
  const { returnValue, error } = await pairing.faster(of(pairs))
  expect({ left, error }).toEqual({ left: 0, error: undefined })
  return BigInt(returnValue) === 1n
}

/** Pairs of multiples of the base points. */
const some = fc.array(fc.tuple(scalar, scalar), { minLength: 1, maxLength: 5 })

function pairsOf(scalars: readonly (readonly [bigint, bigint])[]): string {
  return scalars.map(([first, second]) => g1(first) + g2(second)).join('')
}

describe('the pairing in WebAssembly', () => {
  it('is 1 where the products of scalars cancel out', async () => {
    await fc.assert(
      fc.asyncProperty(some, fc.boolean(), async (scalars, isCancelled) => {
        const factors = scalars.filter(([a, b]) => a % Fr.ORDER !== 0n && b !== 0n)
        const sum = factors.reduce((sum, [a, b]) => sum + a * b, isCancelled ? 0n : 1n)
        // With the last pair the sum is 0, or -1.
        const pairs = pairsOf([...factors, [-sum, 1n]])
        if (Fr.create(sum) !== 0n) expect(await isOne(pairs)).toBe(isCancelled)
      }),
      runs({ seed: 1, numRuns: 150 }),
    )
  })

  it("is EthereumJS's", async () => {
    await fc.assert(
      fc.asyncProperty(some, (scalars) => expectSame(pairing, of(pairsOf(scalars)))),
      runs({ seed: 2, numRuns: 15 }),
    )
  })

  it("refuses what EthereumJS's refuses", async () => {
    const broken = fc.tuple(some, fc.nat(29), uint256).map(([scalars, at, value]) => {
      const pairs = pairsOf(scalars)
      const start = (at * 64) % pairs.length
      return pairs.slice(0, start) + word(value) + pairs.slice(start + 64)
    })
    await fc.assert(
      fc.asyncProperty(broken, (pairs) => expectSame(pairing, of(pairs))),
      runs({ seed: 3, numRuns: 60 }),
    )
  })

  it('refuses points of the twist that are not of the subgroup', async () => {
    const points = [0n, 1n, 2n, 12_345n].flatMap((real) => twistPoints(real, 12))
    expect(points.length).toBeGreaterThan(10)
    for (const point of points) {
      left = 0
      const { error } = await pairing.faster(of(g1(1n) + point))
      expect({ left, error }).toEqual({ left: 1, error: 'revert' })
    }
  })

  it('gives the same for pairs that come again, alone and among others', async () => {
    // Few pairs, so that each comes often.
    const few = fc.array(fc.tuple(fc.bigInt(1n, 4n), fc.bigInt(1n, 3n)), {
      minLength: 1,
      maxLength: 5,
    })
    await fc.assert(
      fc.asyncProperty(few, async (scalars) => {
        const sum = scalars.reduce((sum, [a, b]) => sum + a * b, 0n)
        expect(await isOne(pairsOf([...scalars, [-sum, 1n]]))).toBe(true)
        expect(await isOne(pairsOf([...scalars, [-sum - 1n, 1n]]))).toBe(false)
      }),
      runs({ seed: 4, numRuns: 30 }),
    )
  })

  it('refuses what is wrong however often it comes', async () => {
    const [outside] = twistPoints(1n, 12)
    const right = g1(2n) + g2(3n)
    for (let time = 0; time < 4; time++) {
      const { error } = await pairing.faster(of(right + g1(1n) + outside))
      expect(error).toBe('revert')
    }
    expect(await isOne(right + g1(-2n) + g2(3n))).toBe(true)
  })

  it('takes nothing and points at infinity', async () => {
    expect(await isOne('')).toBe(true)
    expect(await isOne(g1(0n) + g2(0n))).toBe(true)
    expect(await isOne(g1(3n) + g2(0n))).toBe(true)
    expect(await isOne(g1(3n) + g2(0n) + g1(3n) + g2(5n))).toBe(false)
    const [outside] = twistPoints(1n, 12)
    for (const pairs of [g1(0n) + g2(5n), g1(0n) + outside, `${word(1n)}${word(1n)}${g2(0n)}`]) {
      await expectSame(pairing, of(pairs))
    }
  })

  it('takes the gas that it takes, and no other length than that of pairs', async () => {
    const data = hexToBytes(g1(1n) + g2(1n))
    await expectSame(pairing, { data, gasLimit: 78_999n })
    await expectSame(pairing, { data, gasLimit: 79_000n })
    await expectSame(pairing, { data: data.subarray(1), gasLimit })
  })

  it('lets others in between many pairs, and each keeps its own', async () => {
    let yields = 0
    const steady = both(8, fasterPairing, 'osaka', {
      evm,
      yieldIfDue: () => {
        yields++
        return Promise.resolve()
      },
    })
    const pair = g1(7n) + g2(5n)
    const opposite = g1(-7n) + g2(5n)
    const inputs = [(pair + opposite).repeat(20), (pair + opposite).repeat(20) + pair]
    const outcomes = await Promise.all(inputs.map((pairs) => steady.faster(of(pairs))))
    expect(outcomes.map(({ returnValue }) => BigInt(returnValue))).toEqual([1n, 0n])
    expect(yields).toBe(6)
  })
})
