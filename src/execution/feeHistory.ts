import type { BlockHeader } from '@ethereumjs/block'
import type { Receipt } from '../types/transaction.ts'
import { opStackOf } from './rules/opStack.ts'
import { tipOf } from './rules/receipt.ts'

/** More blocks are not looked at; a request for more gets this many, as geth does. */
export const maxFeeHistoryBlocks = 1024

const maxPercentiles = 100

/** Percentiles are too many, out of range or out of order. geth's words. */
export class InvalidRewardPercentile extends Error {
  override readonly name = 'InvalidRewardPercentile'
  readonly code = -32000
  /** Index of the one that is wrong; none: there are too many. */
  readonly index: number | undefined
  /** Whether it is less than the one before it, and not out of range. */
  readonly isOutOfOrder: boolean

  constructor(problem: string, index?: number, isOutOfOrder = false) {
    super(`invalid reward percentile: ${problem}`)
    this.index = index
    this.isOutOfOrder = isOutOfOrder
  }
}

/** The parts of a sealed block that its fees depend on. */
export interface FeeBlock {
  readonly header: BlockHeader
  readonly receipts: readonly Pick<Receipt, 'effectiveGasPrice' | 'gasUsed' | 'opStack'>[]
}

export interface FeeHistoryRequest {
  /** One after the other, oldest first. */
  readonly blocks: readonly FeeBlock[]
  /** The header of the block after them, or of the next one. */
  readonly next: BlockHeader
  /** 0 to 100, ascending; none: rewards are not asked for. */
  readonly percentiles?: readonly number[] | undefined
  /** Whether they may be any numbers in any order. */
  readonly takesAnyPercentile?: boolean | undefined
}

/** Fees of past blocks; fees and rewards in wei per gas, ratios from 0 to 1. Fees have one entry more, for the next block. */
export interface FeeHistory {
  readonly baseFeePerGas: readonly bigint[]
  readonly gasUsedRatio: readonly number[]
  readonly baseFeePerBlobGas: readonly bigint[]
  readonly blobGasUsedRatio: readonly number[]
  /** A row per block, in it the tip at each percentile of the block's gas. */
  readonly reward?: readonly (readonly bigint[])[] | undefined
}

/** The result of `eth_feeHistory` for the blocks. Throws an `InvalidRewardPercentile`. */
export function feeHistory(request: FeeHistoryRequest): FeeHistory {
  const { blocks, next, percentiles = [], takesAnyPercentile = false } = request
  if (!takesAnyPercentile) checkPercentiles(percentiles)
  const headers = [...blocks.map(({ header }) => header), next]
  return {
    baseFeePerGas: headers.map(({ baseFeePerGas }) => baseFeePerGas ?? 0n),
    gasUsedRatio: blocks.map(({ header }) => ratio(header.gasUsed, header.gasLimit)),
    baseFeePerBlobGas: headers.map(blobBaseFee),
    blobGasUsedRatio: blocks.map(({ header }) =>
      ratio(header.blobGasUsed ?? 0n, maxBlobGas(header)),
    ),
    reward:
      percentiles.length === 0 ? undefined : blocks.map((block) => rewards(block, percentiles)),
  }
}

function checkPercentiles(percentiles: readonly number[]): void {
  if (percentiles.length > maxPercentiles) {
    throw new InvalidRewardPercentile(`over the query limit ${maxPercentiles}`)
  }
  percentiles.forEach((percentile, index) => {
    if (!(percentile >= 0 && percentile <= 100)) {
      throw new InvalidRewardPercentile(percentile.toFixed(6), index)
    }
    const previous = percentiles[index - 1]
    if (previous !== undefined && percentile <= previous) {
      throw new InvalidRewardPercentile(
        `#${index - 1}:${previous.toFixed(6)} >= #${index}:${percentile.toFixed(6)}`,
        index,
        true,
      )
    }
  })
}

/** 0 before Cancun. */
function blobBaseFee(header: BlockHeader): bigint {
  return header.excessBlobGas === undefined ? 0n : header.getBlobGasPrice()
}

/** 0 before Cancun, and where there are no blobs: on the OP stack `blobGasUsed` is of data on L1. */
function maxBlobGas({ common }: BlockHeader): bigint {
  if (!common.isActivatedEIP(4844) || opStackOf(common) !== undefined) return 0n
  return common.getBlobGasSchedule().maxBlobGasPerBlock
}

function ratio(used: bigint, limit: bigint): number {
  return limit === 0n ? 0 : Number(used) / Number(limit)
}

/** The tips at which the cheapest transactions have used the given shares of the block's gas. */
function rewards(
  { header, receipts }: FeeBlock,
  percentiles: readonly number[],
): readonly bigint[] {
  const baseFee = header.baseFeePerGas ?? 0n
  const byTip = receipts
    .map((receipt) => ({ tip: tipOf(receipt, baseFee), gasUsed: receipt.gasUsed }))
    .sort((left, right) => compare(left.tip, right.tip))
  let position = 0
  let gasSoFar = byTip[0]?.gasUsed ?? 0n
  return percentiles.map((percentile) => {
    const threshold = BigInt(Math.trunc((Number(header.gasUsed) * percentile) / 100))
    while (gasSoFar < threshold && position < byTip.length - 1) {
      position++
      gasSoFar += byTip[position]?.gasUsed ?? 0n
    }
    return byTip[position]?.tip ?? 0n
  })
}

function compare(left: bigint, right: bigint): number {
  if (left === right) return 0
  return left < right ? -1 : 1
}
