import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sortedOrder } from '../../src/state/sortedOrder.ts'
import { runs } from '../support/runs.ts'

function orderOf(keys: readonly bigint[]): readonly number[] | undefined {
  const sorting = sortedOrder(keys.length, {
    start: (index) => Number((keys[index] as bigint) >> 32n),
    compare: (left, right) => Number((keys[left] as bigint) - (keys[right] as bigint)),
  })
  let step = sorting.next()
  while (step.done !== true) step = sorting.next()
  return step.value && [...step.value]
}

/** Of 64 bits; many that begin alike. */
const key = fc
  .tuple(
    fc.oneof(fc.constantFrom(0n, 1n, 2n ** 32n - 1n), fc.bigInt(0n, 2n ** 32n - 1n)),
    fc.nat(9),
  )
  .map(([start, rest]) => (start << 32n) + BigInt(rest))

test('keys are put into their order, or two of them are the same', () => {
  fc.assert(
    fc.property(fc.array(key, { maxLength: 200 }), (keys) => {
      const expected = keys.map((_, index) => index)
      expected.sort((left, right) => ((keys[left] as bigint) < (keys[right] as bigint) ? -1 : 1))
      const isUnique = new Set(keys).size === keys.length
      expect(orderOf(keys)).toEqual(isUnique ? expected : undefined)
    }),
    runs({ seed: 1803, numRuns: 200 }),
  )
})
