import { expect, test } from 'vitest'
import { hardforkAt } from '../../../src/ethereumjs/protocol/hardforks.ts'
import type { Hardfork } from '../../../src/types/genesis.ts'

const forks: readonly Hardfork[] = [
  { name: 'chainstart', block: 0n },
  { name: 'berlin', block: 5n },
  { name: 'london', block: 10n },
  { name: 'paris', block: 20n },
  { name: 'shanghai', time: 1_000n },
  { name: 'cancun', time: 1_000n },
  { name: 'prague', time: 2_000n },
]

test.each([
  [0n, 0n, 'chainstart'],
  [4n, 0n, 'chainstart'],
  [5n, 0n, 'berlin'],
  [19n, 999n, 'london'],
  [20n, 999n, 'paris'],
  [30n, 1_000n, 'cancun'],
  [30n, 1_999n, 'cancun'],
  [30n, 5_000n, 'prague'],
])('at block %i and time %i it is %s', (number, timestamp, name) => {
  expect(hardforkAt(forks, number, timestamp)).toBe(name)
})

test('a fork by time brings the merge with it, but waits for London', () => {
  expect(hardforkAt(forks, 10n, 1_000n)).toBe('cancun')
  expect(hardforkAt(forks, 9n, 9_999n)).toBe('berlin')
})
