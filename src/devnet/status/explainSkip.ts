import type { BlockHeader } from '@ethereumjs/block'
import { isBlob4844Tx } from '@ethereumjs/tx'
import type { Filling } from '../../block/openedView.ts'
import type { SkipReason } from '../../block/skipReason.ts'
import { transactionSize } from '../../execution/rules/body.ts'
import { feeCapsOf } from '../../execution/rules/fees.ts'
import { upfrontCostOf } from '../../execution/rules/sender.ts'
import { bytesToHex } from '../../lib/hex.ts'
import { gasPriceWords } from '../../lib/text.ts'
import type { SignedTransaction } from '../../types/transaction.ts'
import type { PoolExplanation } from '../../types/transactionFate.ts'

/** A transaction that is skipped, and the values it was judged by. */
export interface Found {
  readonly transaction: SignedTransaction
  readonly header: BlockHeader
  readonly filling: Filling
  readonly account: { readonly nonce: bigint; readonly balance: bigint }
  readonly skipped: SkipReason
  /** Wei besides gas and value, on chains of the OP stack. */
  readonly extraFee?: bigint | undefined
}

type WithoutHash<Explanation> = Explanation extends unknown ? Omit<Explanation, 'hash'> : never

type Skipped = WithoutHash<PoolExplanation>

/** Why a block cannot take the transaction, with the values and what to do. */
export function explainSkip(found: Found): Skipped {
  return explainers[found.skipped.code](found)
}

const explainers: Readonly<Record<SkipReason['code'], (found: Found) => Skipped>> = {
  nonceTooLow,
  nonceTooHigh: nonceTooLow,
  senderNotEoa,
  insufficientFunds,
  feeBelowBaseFee,
  blobFeeBelowBlobBaseFee,
  blockGasExceeded,
  blockBlobGasExceeded,
  blockSizeExceeded,
  blockFootprintExceeded: invalid,
  accessListExceeded: invalid,
  awaitingState: invalid,
  failed: invalid,
  invalid,
}

function nonceTooLow({ transaction: { envelope }, account }: Found): Skipped {
  const { nonce } = envelope
  return {
    reason: 'nonceTooLow',
    message: `its nonce ${nonce} is used, its sender is at nonce ${account.nonce}; sign it again with that nonce`,
    details: { nonce, accountNonce: account.nonce },
  }
}

function senderNotEoa({ transaction }: Found): Skipped {
  const sender = bytesToHex(transaction.sender.bytes)
  return {
    reason: 'senderNotEoa',
    message: `its sender ${sender} has code and may not send (EIP-3607); it will be dropped`,
    details: { sender },
  }
}

function insufficientFunds({ transaction, account, extraFee = 0n }: Found): Skipped {
  const { envelope, sender } = transaction
  const needs = upfrontCostOf(envelope) + extraFee
  const has = account.balance
  return {
    reason: 'insufficientFunds',
    message: `its sender ${bytesToHex(sender.bytes)} has ${has} wei, and value and gas at the highest fee need ${needs}; give it ${needs - has} wei more`,
    details: { needs, has },
  }
}

function feeBelowBaseFee({ transaction, header }: Found): Skipped {
  const maxFeePerGas = feeCapsOf(transaction.envelope).feeCap
  const { baseFeePerGas = 0n, number: blockNumber } = header
  return {
    reason: 'feeBelowBaseFee',
    message: `it pays at most ${gasPriceWords(maxFeePerGas)} per gas, and the base fee of block ${blockNumber} is ${gasPriceWords(baseFeePerGas)}; replace it by one with a higher fee, or wait until the base fee has fallen`,
    details: { maxFeePerGas, baseFeePerGas, blockNumber },
  }
}

function blobFeeBelowBlobBaseFee({ transaction, header }: Found): Skipped {
  const { blobFeeCap: maxFeePerBlobGas = 0n } = feeCapsOf(transaction.envelope)
  const blobBaseFee = header.getBlobGasPrice()
  const { number: blockNumber } = header
  return {
    reason: 'blobFeeBelowBlobBaseFee',
    message: `it pays at most ${gasPriceWords(maxFeePerBlobGas)} per blob gas, and the blob base fee of block ${blockNumber} is ${gasPriceWords(blobBaseFee)}; replace it by one with a higher fee, or wait until the blob base fee has fallen`,
    details: { maxFeePerBlobGas, blobBaseFee, blockNumber },
  }
}

function blockGasExceeded({ transaction, header, filling, skipped }: Found): Skipped {
  const { gasLimit } = transaction.envelope
  const { gasLimit: blockGasLimit, number } = header
  const gasLeft = blockGasLimit - filling.gasUsed
  const details = { gasLimit, gasLeft, blockGasLimit }
  if (skipped.isFinal) {
    const message = `its gas limit ${gasLimit} is above that of a block, ${blockGasLimit}; sign it again with less gas`
    return { reason: 'blockGasLimitExceeded', message, details }
  }
  const message = `its gas limit ${gasLimit} is more than the gas left in block ${number}, ${gasLeft}; it fits into a later block`
  return { reason: 'blockGasExceeded', message, details }
}

function blockBlobGasExceeded({ transaction, filling, skipped }: Found): Skipped {
  const blobGas = blobGasOf(transaction)
  return {
    reason: 'blockBlobGasExceeded',
    message: `its ${skipped.message}; it fits into a later block`,
    details: { blobGas, blobGasUsed: filling.blobGasUsed },
  }
}

function blockSizeExceeded({ transaction, filling, skipped }: Found): Skipped {
  return {
    reason: 'blockSizeExceeded',
    message: `its ${skipped.message}; it fits into a later block`,
    details: { size: transactionSize(transaction), sizeUsed: filling.bytes },
  }
}

function blobGasOf({ envelope }: SignedTransaction): bigint {
  if (!isBlob4844Tx(envelope)) return 0n
  return BigInt(envelope.numBlobs()) * envelope.common.param('blobGasPerBlob')
}

function invalid({ skipped }: Found): Skipped {
  return { reason: 'invalid', message: `it cannot run: ${skipped.message}`, details: {} }
}
