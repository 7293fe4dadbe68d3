import { expect, test } from 'vitest'
import { counted, ether, feePerGas, time } from '../../../src/cli/output/text.ts'
import { thousands } from '../../../src/lib/text.ts'

test('numbers have commas between thousands', () => {
  expect([0, 999, 1000, 30_000_000n].map(thousands)).toEqual(['0', '999', '1,000', '30,000,000'])
})

test('ether is exact', () => {
  expect(ether(10_000n * 10n ** 18n)).toBe('10,000')
  expect(ether(5n * 10n ** 17n)).toBe('0.5')
  expect(ether(1n)).toBe('0.000000000000000001')
  expect(ether(0n)).toBe('0')
})

test('fees are in gwei unless they are tiny', () => {
  expect(feePerGas(1_000_000_000n)).toBe('1 gwei')
  expect(feePerGas(875_000_000n)).toBe('0.875 gwei')
  expect(feePerGas(7n)).toBe('7 wei')
})

test('times have their unit', () => {
  expect([200, 2000, 1500, 0.5].map(time)).toEqual(['200 ms', '2 s', '1.5 s', '0.5 ms'])
})

test('one is singular', () => {
  expect([0, 1, 2].map((count) => counted(count, 'transaction'))).toEqual([
    '0 transactions',
    '1 transaction',
    '2 transactions',
  ])
})
