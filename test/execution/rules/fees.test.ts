import { expect, test } from 'vitest'
import { effectiveTip, feeCapsOf, upfrontCost } from '../../../src/execution/rules/fees.ts'
import { blobHashes, sign, signer } from '../../txpool/signing.ts'

const alice = signer(1)

test('the gas price of types 0 and 1 is both caps', () => {
  for (const type of [0, 1] as const) {
    const { envelope } = sign(alice, { type, gasPrice: 12n })
    expect(feeCapsOf(envelope)).toEqual({ feeCap: 12n, tipCap: 12n })
  }
})

test('a blob transaction has three caps, and its blobs are part of the upfront cost', () => {
  const { envelope } = sign(alice, {
    type: 3,
    maxFeePerGas: 12n,
    maxPriorityFeePerGas: 2n,
    maxFeePerBlobGas: 5n,
    blobVersionedHashes: blobHashes(3),
  })
  expect(feeCapsOf(envelope)).toEqual({ feeCap: 12n, tipCap: 2n, blobFeeCap: 5n })
  expect(upfrontCost(envelope)).toBe(21_000n * 12n + 1n + 3n * 131_072n * 5n)
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
