import { expect, test } from 'vitest'
import { fundsProblem, upfrontCostOf } from '../../../src/execution/rules/sender.ts'
import { blobHashes, sign, signer } from '../../txpool/signing.ts'

const alice = signer(1)

test('the upfront cost is gas at the fee cap, the value, and blob gas at its own cap', () => {
  const plain = sign(alice, { type: 0, gasPrice: 12n })
  expect(upfrontCostOf(plain.envelope)).toBe(21_000n * 12n + 1n)
  const blobs = sign(alice, {
    type: 3,
    maxFeePerGas: 12n,
    maxPriorityFeePerGas: 2n,
    maxFeePerBlobGas: 5n,
    blobVersionedHashes: blobHashes(3),
  })
  expect(upfrontCostOf(blobs.envelope)).toBe(21_000n * 12n + 1n + 3n * 131_072n * 5n)
})

test('a balance covers what is not more than it', () => {
  expect([9n, 10n, 11n].map((cost) => fundsProblem(10n, cost))).toEqual([
    undefined,
    undefined,
    'insufficient',
  ])
  const most = 2n ** 256n - 1n
  expect(fundsProblem(most, most)).toBeUndefined()
  expect(fundsProblem(most, most + 1n)).toBe('beyondAnyBalance')
  expect(fundsProblem(0n, most)).toBe('insufficient')
})
