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
  return header.excessBlobGas === undefined ? undefined : header.getBlobGasPrice()
}

export function feeCapsOf(envelope: TypedTransaction): FeeCaps {
  if ('gasPrice' in envelope) return { feeCap: envelope.gasPrice, tipCap: envelope.gasPrice }
  const caps = { feeCap: envelope.maxFeePerGas, tipCap: envelope.maxPriorityFeePerGas }
  return isBlob4844Tx(envelope) ? { ...caps, blobFeeCap: envelope.maxFeePerBlobGas } : caps
}

/** Wei that the balance must cover: gas limit * fee cap + value + blob gas * blob fee cap. */
export function upfrontCost(envelope: TypedTransaction): bigint {
  const { feeCap, blobFeeCap } = feeCapsOf(envelope)
  const cost = envelope.gasLimit * feeCap + envelope.value
  if (blobFeeCap === undefined || !isBlob4844Tx(envelope)) return cost
  const blobGas = BigInt(envelope.numBlobs()) * envelope.common.param('blobGasPerBlob')
  return cost + blobGas * blobFeeCap
}

/** Wei per gas for the block's fee recipient; `undefined` when the caps do not pay the block's fees. */
export function effectiveTip(caps: FeeCaps, block: BlockFees): bigint | undefined {
  const left = caps.feeCap - (block.baseFee ?? 0n)
  if (left < 0n) return undefined
  if (caps.blobFeeCap !== undefined && caps.blobFeeCap < (block.blobBaseFee ?? 0n)) return undefined
  return caps.tipCap < left ? caps.tipCap : left
}
