import fc from 'fast-check'
import { expect, test } from 'vitest'
import { percentile } from '../../scripts/bench/percentile.ts'
import { runs } from '../support/runs.ts'

const hundred = Array.from({ length: 100 }, (_, index) => 100 - index)

test.each([
  [0, 1],
  [0.5, 50],
  [0.99, 99],
  [0.995, 100],
  [1, 100],
])('of 1 to 100 in any order, the share %d is within %d', (share, expected) => {
  expect(percentile(hundred, share)).toBe(expected)
})

test('none of nothing', () => {
  expect(percentile([], 0.5)).toBeNaN()
})

test('it is the least value that the share does not exceed', () => {
  const values = fc.array(fc.integer(), { minLength: 1 })
  fc.assert(
    fc.property(values, fc.double({ min: 0.001, max: 1, noNaN: true }), (all, share) => {
      const found = percentile(all, share)
      const needed = share * all.length
      expect(all.filter((value) => value <= found).length).toBeGreaterThanOrEqual(needed)
      expect(all.filter((value) => value < found).length).toBeLessThan(needed)
    }),
    runs({ seed: 11 }),
  )
})

test('it leaves the values as they were', () => {
  const values = [3, 1, 2]
  percentile(values, 0.5)
  expect(values).toEqual([3, 1, 2])
})
