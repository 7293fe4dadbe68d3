import { expect, test } from 'vitest'
import {
  effectiveTip,
  feeCapOf,
  feeCapsOf,
  isTipAboveCap,
  isUnderpaid,
} from '../../../src/execution/rules/fees.ts'
import { blobHashes, sign, signer } from '../../txpool/signing.ts'

const alice = signer(1)

test('the gas price of types 0 and 1 is both caps', () => {
  for (const type of [0, 1] as const) {
    const { envelope } = sign(alice, { type, gasPrice: 12n })
    expect(feeCapsOf(envelope)).toEqual({ feeCap: 12n, tipCap: 12n })
    expect(feeCapOf(envelope)).toBe(12n)
  }
})

test('a blob transaction has three caps', () => {
  const { envelope } = sign(alice, {
    type: 3,
    maxFeePerGas: 12n,
    maxPriorityFeePerGas: 2n,
    maxFeePerBlobGas: 5n,
    blobVersionedHashes: blobHashes(3),
  })
  expect(feeCapsOf(envelope)).toEqual({ feeCap: 12n, tipCap: 2n, blobFeeCap: 5n })
  expect(feeCapOf(envelope)).toBe(12n)
})

test('the effective tip is the tip cap as far as the fee cap leaves it over the base fee', () => {
  const caps = { feeCap: 12n, tipCap: 5n }
  expect(effectiveTip(caps, { baseFee: 3n })).toBe(5n)
  expect(effectiveTip(caps, { baseFee: 10n })).toBe(2n)
  expect(effectiveTip(caps, { baseFee: 12n })).toBe(0n)
  expect(effectiveTip(caps, { baseFee: 13n })).toBeUndefined()
  expect(effectiveTip(caps, {})).toBe(5n)
})

test('there is no effective tip when the blob base fee is not paid', () => {
  const caps = { feeCap: 12n, tipCap: 5n, blobFeeCap: 2n }
  expect(effectiveTip(caps, { baseFee: 1n, blobBaseFee: 2n })).toBe(5n)
  expect(effectiveTip(caps, { baseFee: 1n, blobBaseFee: 3n })).toBeUndefined()
})

test('a tip is at most the fee cap', () => {
  expect([11n, 12n, 13n].map((tipCap) => isTipAboveCap(12n, tipCap))).toEqual([false, false, true])
})

test('a cap pays the fee that a block asks for, and always where it asks for none', () => {
  expect([11n, 12n, 13n].map((cap) => isUnderpaid(cap, 12n))).toEqual([true, false, false])
  expect(isUnderpaid(0n, undefined)).toBe(false)
})
