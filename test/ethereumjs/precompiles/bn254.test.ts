import { NobleBN254 } from '@ethereumjs/evm'
import { bn254 } from '@noble/curves/bn254.js'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  loadCurves,
  bn254 as ours,
  pairingInTurns,
} from '../../../src/ethereumjs/precompiles/curves.ts'
import { bytesToHex, hexToBytes } from '../../../src/lib/hex.ts'
import { runs } from '../../support/runs.ts'
import { Fr, g1, g2, scalar, twistPoints, uint256, word } from './bn254Points.ts'
import { both, expectSame } from './compare.ts'

beforeAll(loadCurves)

const referee = new NobleBN254()
/** What it gives, or why it fails. */
function outcome(run: (input: Uint8Array) => Uint8Array, input: string): string {
  try {
    return bytesToHex(run(hexToBytes(`0x${input}`)))
  } catch (thrown) {
    // The referee's own words for what is no point are not for others.
    return /not in field/.test(String(thrown)) ? 'not in field' : 'refused'
  }
}

const anyG1 = fc.oneof(
  { weight: 5, arbitrary: scalar.map(g1) },
  fc.tuple(uint256, uint256).map((words) => words.map(word).join('')),
)
const anyG2 = fc.oneof(
  { weight: 5, arbitrary: scalar.map(g2) },
  fc.tuple(uint256, uint256, uint256, uint256).map((words) => words.map(word).join('')),
)

describe('alt_bn128 in WebAssembly is that of noble', () => {
  it('adds', () => {
    const pairs = fc.tuple(anyG1, anyG1)
    fc.assert(
      fc.property(pairs, ([left, right]) => {
        const input = left + right
        expect(outcome(ours.add, input)).toBe(outcome(referee.add, input))
      }),
      runs({ seed: 1, numRuns: 200 }),
    )
  })

  it('multiplies', () => {
    fc.assert(
      fc.property(anyG1, uint256, (point, factor) => {
        const input = point + word(factor)
        expect(outcome(ours.mul, input)).toBe(outcome(referee.mul, input))
      }),
      runs({ seed: 2, numRuns: 100 }),
    )
  })

  it('multiplies the same again, whatever becomes of what it gave', () => {
    const input = hexToBytes(g1(3n) + word(5n))
    ours.mul(input).fill(0)
    expect(bytesToHex(ours.mul(input))).toBe(`0x${g1(15n)}`)
    expect(bytesToHex(ours.mul(hexToBytes(g1(3n) + word(6n))))).toBe(`0x${g1(18n)}`)
  })

  it('pairs', () => {
    const cancelling = fc.tuple(scalar, scalar).map(([a, b]) => {
      const negated = bn254.G1.Point.BASE.multiply(a % Fr.ORDER || 1n)
        .negate()
        .toAffine()
      return g1(a || 1n) + g2(b) + word(negated.x) + word(negated.y) + g2(b)
    })
    const some = fc.array(
      fc.tuple(anyG1, anyG2).map((pair) => pair.join('')),
      { maxLength: 3 },
    )
    fc.assert(
      fc.property(
        fc.oneof(
          cancelling,
          some.map((pairs) => pairs.join('')),
        ),
        (input) => {
          expect(outcome(ours.pairing, input)).toBe(outcome(referee.pairing, input))
        },
      ),
      runs({ seed: 3, numRuns: 60 }),
    )
  })

  it('refuses points of the twist that are not of the subgroup', () => {
    const points = [0n, 1n, 2n, 12_345n].flatMap((real) => twistPoints(real, 12))
    expect(points.length).toBeGreaterThan(10)
    // However often they come.
    for (const point of [...points, ...points])
      expect(outcome(ours.pairing, g1(1n) + point)).toBe('refused')
  })

  it('pairs few again and again, each as if it were alone', () => {
    const yes = (scalars: readonly (readonly [bigint, bigint])[]) =>
      BigInt(outcome(ours.pairing, scalars.map(([a, b]) => g1(a) + g2(b)).join(''))) === 1n
    const few = fc.array(fc.tuple(fc.bigInt(1n, 4n), fc.bigInt(1n, 3n)), {
      minLength: 1,
      maxLength: 5,
    })
    fc.assert(
      fc.property(few, (scalars) => {
        const sum = scalars.reduce((sum, [a, b]) => sum + a * b, 0n)
        expect(yes([...scalars, [-sum, 1n]])).toBe(true)
        expect(yes([...scalars, [-sum - 1n, 1n]])).toBe(false)
      }),
      runs({ seed: 4, numRuns: 30 }),
    )
  })

  describe('many pairs', () => {
    const gasLimit = 10n ** 9n
    const [outside = ''] = twistPoints(1n, 12)
    const pair = g1(7n) + g2(5n)
    const one = (pair + g1(-7n) + g2(5n)).repeat(20)
    const evm = { _bn254: ours }
    const of = (pairs: string) => ({ data: hexToBytes(pairs), gasLimit })

    it('let others in, and each check keeps its own', async () => {
      let yields = 0
      const pairing = both(8, pairingInTurns, 'osaka', {
        evm,
        yieldIfDue: () => {
          yields++
          return Promise.resolve()
        },
      })
      const outcomes = await Promise.all(
        [one, one + pair].map((pairs) => pairing.faster(of(pairs))),
      )
      expect(outcomes.map(({ returnValue }) => BigInt(returnValue))).toEqual([1n, 0n])
      expect(yields).toBe(4)
    })

    it('cost and are refused as one', async () => {
      const pairing = both(8, pairingInTurns, 'osaka', { evm })
      const wrong = [g1(1n) + outside, word(1n).repeat(6), word(2n ** 256n - 1n).repeat(6)]
      for (const pairs of [one, ...wrong.map((last) => one + last), `${one}00`, '']) {
        await expectSame(pairing, of(pairs))
      }
      const gas = 45_000n + 34_000n * 40n
      for (const limit of [gas, gas - 1n]) {
        await expectSame(pairing, { data: hexToBytes(one), gasLimit: limit })
      }
    })
  })
})
