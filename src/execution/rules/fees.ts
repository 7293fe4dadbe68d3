import type { BlockHeader } from '@ethereumjs/block'
import { isBlob4844Tx, type TypedTransaction } from '@ethereumjs/tx'

/** What a transaction offers at most, in wei per gas. */
export interface FeeCaps {
  /** `maxFeePerGas`; the gas price of types 0 and 1. */
  readonly feeCap: bigint
  /** `maxPriorityFeePerGas`; the gas price of types 0 and 1. */
  readonly tipCap: bigint
  /** `maxFeePerBlobGas`, only of blob transactions. */
  readonly blobFeeCap?: bigint | undefined
}

/** What a block asks for, in wei per gas; nothing before EIP-1559 and EIP-4844. */
export interface BlockFees {
  readonly baseFee?: bigint | undefined
  readonly blobBaseFee?: bigint | undefined
}

/** Wei per blob gas; none before Cancun. */
export function blobBaseFeeOf(header: BlockHeader): bigint | undefined {
  if (header.excessBlobGas === undefined) return undefined
  // Most blocks have no blobs before them.
  return header.excessBlobGas === 0n ? header.common.param('minBlobGas') : header.getBlobGasPrice()
}

/** Whether a tip is more than all that is offered, of which it must be a part (EIP-1559). */
export function isTipAboveCap(feeCap: bigint, tipCap: bigint): boolean {
  return tipCap > feeCap
}

/**
 * Whether a cap is below what a block asks for, of gas or of blob gas; never where that is nothing.
 * Asked by the pool, by the builder of a block and before execution.
 */
export function isUnderpaid(cap: bigint, fee: bigint | undefined): boolean {
  return fee !== undefined && cap < fee
}

/** A fee cap to offer with a tip, as geth and Hardhat suggest it: room for the base fee to double. Wei per gas. */
export function suggestedFeeCap(baseFee: bigint, tip: bigint, baseFees = 2n): bigint {
  return baseFees * baseFee + tip
}

/** Wei per gas: `maxFeePerGas`, or the gas price of types 0 and 1. */
export function feeCapOf(envelope: TypedTransaction): bigint {
  return 'gasPrice' in envelope ? envelope.gasPrice : envelope.maxFeePerGas
}

export function feeCapsOf(envelope: TypedTransaction): FeeCaps {
  if ('gasPrice' in envelope) return { feeCap: envelope.gasPrice, tipCap: envelope.gasPrice }
  const caps = { feeCap: envelope.maxFeePerGas, tipCap: envelope.maxPriorityFeePerGas }
  return isBlob4844Tx(envelope) ? { ...caps, blobFeeCap: envelope.maxFeePerBlobGas } : caps
}

/** Wei per gas for the block's fee recipient; `undefined` when the caps do not pay the block's fees. */
export function effectiveTip(caps: FeeCaps, block: BlockFees): bigint | undefined {
  const { feeCap, blobFeeCap } = caps
  if (isUnderpaid(feeCap, block.baseFee)) return undefined
  if (blobFeeCap !== undefined && isUnderpaid(blobFeeCap, block.blobBaseFee)) return undefined
  const left = feeCap - (block.baseFee ?? 0n)
  return caps.tipCap < left ? caps.tipCap : left
}
