import { expect, test } from 'vitest'
import { parseAmount } from '../../src/lib/units.ts'

test.each([
  [5, 5n],
  [5n, 5n],
  ['0', 0n],
  ['1000000e6', 1_000_000_000_000n],
  ['1e18', 10n ** 18n],
  ['1.5e18', 15n * 10n ** 17n],
  ['10 ether', 10n ** 19n],
  ['1e6 ether', 10n ** 24n],
  ['0.5 ETH', 5n * 10n ** 17n],
  ['1gwei', 10n ** 9n],
  ['1.5gwei', 1_500_000_000n],
  ['7 days', 604_800n],
  ['2 weeks', 1_209_600n],
  ['1_000_000', 1_000_000n],
  ['0xff', 255n],
  ['-3', -3n],
  ['-1.5e1', -15n],
  [' 12 ', 12n],
])('%s is %s', (written, amount) => {
  expect(parseAmount(written)).toBe(amount)
})

test.each([
  '',
  'ether',
  '1.5',
  '1.5e0',
  '1 finney',
  '1e',
  '1e100',
  '0x',
  '0xg',
  '1__0',
  '_1',
  '1 2',
  '--1',
  1.5,
  2 ** 60,
  Number.NaN,
  true,
  null,
  undefined,
  {},
])('%s is none', (written) => {
  expect(parseAmount(written)).toBeUndefined()
})

test('a number of a million digits is refused at once', () => {
  expect(parseAmount(`1${'0'.repeat(1_000_000)}`)).toBeUndefined()
  expect(parseAmount(`1.${'0'.repeat(1_000_000)}`)).toBeUndefined()
})
