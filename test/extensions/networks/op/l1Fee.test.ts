import { expect, test } from 'vitest'
import {
  dataCost,
  estimatedSize,
  flzSize,
  type L1Fees,
  l1Cost,
  sizeCost,
  sizeOfCompressed,
} from '../../../../src/extensions/networks/op/fees.ts'
import { footprintOf } from '../../../../src/extensions/networks/op/runTransaction.ts'
import { hexToBytes } from '../../../../src/lib/hex.ts'

// The vectors of base/base's l1block.rs and of op-geth's rollup_cost_test.go.

const thousands: Omit<L1Fees, 'rules'> = {
  baseFee: 1000n,
  blobBaseFee: 1000n,
  baseFeeScalar: 1000n,
  blobBaseFeeScalar: 1000n,
  overhead: 1000n,
  scalar: 1000n,
}

const zeros = (count: number) => '00'.repeat(count)
const transaction = hexToBytes(
  `02f901550a758302df1483be21b88304743f94f80e51afb613d764fa61751affd3313c190a86bb870151bd62fd12adb8e41ef24f3f${zeros(31)}6e${zeros(12)}af88d065e77c8cc2239327c5edb3a432268e5831${zeros(29)}03c1e5${zeros(63)}a0${zeros(31)}148c89ed219d02f1a5be012c689b4f5b731827bebe${zeros(12)}c001a033fd89cb37c31b2cba46b6466e040c61fc9b2a3675a7f5f493ebd5ad77c497f8a07cdf65680e238392693019b4092f610222e71b7cec06449cb922b93b6a12744e`,
)

test('three bytes cost what each rule says', () => {
  const data = hexToBytes('facade')
  expect(l1Cost(data, { ...thousands, rules: 'ecotone' }).fee).toBe(51n)
  expect(l1Cost(data, { ...thousands, rules: 'fjord' }).fee).toBe(1700n)
  expect(l1Cost(data, { ...thousands, rules: 'bedrock' }).fee).toBe(1048n)
})

test('no bytes cost nothing', () => {
  expect(l1Cost(new Uint8Array(), { ...thousands, rules: 'bedrock' })).toEqual({
    gasUsed: 0n,
    fee: 0n,
  })
})

test('a transaction costs by its size when compressed, since Fjord', () => {
  expect(transaction).toHaveLength(345)
  expect(flzSize(transaction)).toBe(202)
  expect(estimatedSize(transaction)).toBe(126_387_400n)
  expect(l1Cost(transaction, { ...thousands, rules: 'fjord' }).fee).toBe(2148n)
  expect(footprintOf(transaction, { daFootprintGasScalar: 400n })).toBe(50_400n)
})

test('a transaction of OP Mainnet under Ecotone', () => {
  const fees = {
    ...thousands,
    baseFee: 47_036_678_951n,
    blobBaseFee: 57_422_457_042n,
    baseFeeScalar: 1368n,
    blobBaseFeeScalar: 810_949n,
    rules: 'ecotone',
  } as const
  expect(dataCost(38n * 4n + 144n * 16n, fees)).toEqual({
    gasUsed: 2456n,
    fee: 7_306_020_222_001n,
  })
})

test('235 compressed bytes under Fjord', () => {
  const fees = {
    ...thousands,
    baseFee: 2_000_000n,
    blobBaseFee: 3_000_000n,
    baseFeeScalar: 20n,
    blobBaseFeeScalar: 15n,
    rules: 'fjord',
  } as const
  expect(sizeCost(sizeOfCompressed(235), fees)).toEqual({ gasUsed: 2463n, fee: 105_484n })
})
