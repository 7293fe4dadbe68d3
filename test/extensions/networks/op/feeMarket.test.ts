import { expect, test } from 'vitest'
import {
  decodeFeeMarket,
  encodeFeeMarket,
  nextBaseFee,
} from '../../../../src/extensions/networks/op/fees.ts'
import { records } from '../../../../src/extensions/networks/opStack.ts'
import { bytesToHex, hexToBytes } from '../../../../src/lib/hex.ts'

test.each([
  ['op', '0x01000000fa000000020000000000000000'],
  ['base', '0x01000003e80000000500000000004c4b40'],
] as const)('blocks of %s say %s', (name, extraData) => {
  const { denominator, elasticity, minBaseFee } = records[name]
  expect(bytesToHex(encodeFeeMarket(records[name]))).toBe(extraData)
  expect(decodeFeeMarket(hexToBytes(extraData))).toEqual({ denominator, elasticity, minBaseFee })
})

const market = { denominator: 250, elasticity: 2, minBaseFee: 1000n }
const parent = {
  extraData: encodeFeeMarket(market),
  gasLimit: 40_000_000n,
  gasUsed: 20_000_000n,
  blobGasUsed: 0n,
  baseFeePerGas: 1_000_000n,
}

test.each([
  ['at its target stays', {}, 1_000_000n],
  ['that is full rises by 1/250', { gasUsed: 40_000_000n }, 1_004_000n],
  ['that is empty falls by 1/250', { gasUsed: 0n }, 996_000n],
  ['rises with the data of transactions too', { blobGasUsed: 40_000_000n }, 1_004_000n],
  ['rises by a wei at the least', { gasUsed: 20_000_001n, baseFeePerGas: 1000n }, 1001n],
  ['never falls below the least', { gasUsed: 0n, baseFeePerGas: 1001n }, 1000n],
])('the base fee after a block %s', (_, changes, fee) => {
  expect(nextBaseFee({ ...parent, ...changes }, market)).toBe(fee)
})

test('what a parent says holds, and what the network has where it says nothing', () => {
  const full = { ...parent, gasUsed: 40_000_000n }
  expect(
    nextBaseFee({ ...full, extraData: new Uint8Array() }, { ...market, denominator: 10 }),
  ).toBe(1_100_000n)
  const holocene = hexToBytes('000000003200000002')
  expect(nextBaseFee({ ...full, extraData: holocene }, market)).toBe(1_020_000n)
})
