import { createBlockHeader } from '@ethereumjs/block'
import { describe, expect, it } from 'vitest'
import { createProtocol } from '../../src/ethereumjs/protocol/protocol.ts'
import {
  type FeeBlock,
  feeHistory,
  InvalidRewardPercentile,
} from '../../src/execution/feeHistory.ts'
import type { HardforkName } from '../../src/types/options/options.ts'

interface Paid {
  readonly tip: bigint
  readonly gasUsed: bigint
}

function headerOf(fields: object, hardfork: HardforkName = 'osaka') {
  const protocol = createProtocol({ chainId: 1, hardfork, transactionGasCap: false })
  return createBlockHeader(
    { gasLimit: 1_000n, ...fields },
    { common: protocol.commonAt(1n, 1n), skipConsensusFormatValidation: true },
  )
}

/** A block with a base fee of 100 in which these transactions ran. */
function blockOf(paid: readonly Paid[]): FeeBlock {
  const gasUsed = paid.reduce((sum, transaction) => sum + transaction.gasUsed, 0n)
  return {
    header: headerOf({ baseFeePerGas: 100n, gasUsed }),
    receipts: paid.map(({ tip, gasUsed }) => ({ effectiveGasPrice: 100n + tip, gasUsed })),
  }
}

const next = headerOf({ baseFeePerGas: 90n })

describe('feeHistory', () => {
  it('tells base fees, with the next block, and how full blocks were', () => {
    const blocks = [blockOf([{ tip: 1n, gasUsed: 250n }]), blockOf([])]
    expect(feeHistory({ blocks, next })).toEqual({
      baseFeePerGas: [100n, 100n, 90n],
      gasUsedRatio: [0.25, 0],
      baseFeePerBlobGas: [1n, 1n, 1n],
      blobGasUsedRatio: [0, 0],
      reward: undefined,
    })
  })

  it('tells blob fees and how full of blobs blocks were', () => {
    const { common } = next
    const { maxBlobGasPerBlock } = common.getBlobGasSchedule()
    const header = headerOf({
      excessBlobGas: 50_000_000n,
      blobGasUsed: maxBlobGasPerBlock / 3n,
    })
    const history = feeHistory({ blocks: [{ header, receipts: [] }], next })
    expect(history.baseFeePerBlobGas).toEqual([header.getBlobGasPrice(), 1n])
    expect(header.getBlobGasPrice()).toBeGreaterThan(1n)
    expect(history.blobGasUsedRatio[0]).toBeCloseTo(1 / 3, 5)
  })

  it('has zeros for what a fork does not have', () => {
    const header = headerOf({}, 'istanbul')
    const history = feeHistory({ blocks: [{ header, receipts: [] }], next: header })
    expect(history.baseFeePerGas).toEqual([0n, 0n])
    expect(history.baseFeePerBlobGas).toEqual([0n, 0n])
    expect(history.blobGasUsedRatio).toEqual([0])
  })

  it('tells the tip at which a share of the gas was used up, cheapest first', () => {
    const block = blockOf([
      { tip: 30n, gasUsed: 100n },
      { tip: 10n, gasUsed: 200n },
      { tip: 20n, gasUsed: 100n },
    ])
    const percentiles = [0, 50, 51, 75, 76, 100]
    expect(feeHistory({ blocks: [block], next, percentiles }).reward).toEqual([
      [10n, 10n, 20n, 20n, 30n, 30n],
    ])
  })

  it('has rewards of zero for a block without transactions', () => {
    expect(feeHistory({ blocks: [blockOf([])], next, percentiles: [1, 2] }).reward).toEqual([
      [0n, 0n],
    ])
  })

  it.each([
    [[101], 'invalid reward percentile: 101.000000'],
    [[-1], 'invalid reward percentile: -1.000000'],
    [[Number.NaN], 'invalid reward percentile: NaN'],
    [[20, 10], 'invalid reward percentile: #0:20.000000 >= #1:10.000000'],
    [[5, 5], 'invalid reward percentile: #0:5.000000 >= #1:5.000000'],
    [Array.from({ length: 101 }, (_, index) => index / 2), 'over the query limit 100'],
  ])('refuses the percentiles %j', (percentiles, message) => {
    const ask = () => feeHistory({ blocks: [], next, percentiles })
    expect(ask).toThrow(InvalidRewardPercentile)
    expect(ask).toThrow(message)
  })

  it('takes a hundred percentiles', () => {
    const percentiles = Array.from({ length: 100 }, (_, index) => index)
    const { reward } = feeHistory({ blocks: [blockOf([])], next, percentiles })
    expect(reward?.[0]).toHaveLength(100)
  })
})
