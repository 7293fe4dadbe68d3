import { expect, test } from 'vitest'
import { operatorFee } from '../../../../src/extensions/networks/op/fees.ts'

test.each([
  ['none', 0n],
  ['isthmus', 11n],
  ['jovian', 100_000_010n],
] as const)('under %s rules 1000 gas cost the operator fee %i', (rules, fee) => {
  expect(operatorFee(1000n, { rules, scalar: 1000n, constant: 10n })).toBe(fee)
})
