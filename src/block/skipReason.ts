import type { BlockHeader } from '@ethereumjs/block'
import { isBlob4844Tx } from '@ethereumjs/tx'
import { transactionSize } from '../execution/rules/blockSize.ts'
import type { StateTree } from '../types/state.ts'
import type { SignedTransaction } from '../types/transaction.ts'
import type { Filling } from './filling.ts'

/** Why a transaction is not in a block. */
export interface SkipReason {
  readonly code:
    | 'nonceTooLow'
    | 'nonceTooHigh'
    | 'senderNotEoa'
    | 'insufficientFunds'
    | 'feeBelowBaseFee'
    | 'blobFeeBelowBlobBaseFee'
    | 'blockGasExceeded'
    | 'blockBlobGasExceeded'
    | 'blockSizeExceeded'
    | 'invalid'
  readonly message: string
  /** Whether no later block can take it either, under the rules and limits of this one. */
  readonly isFinal: boolean
  /** What was thrown, when it was found out by running it. */
  readonly cause?: unknown
}

/** Bytes that a block may have besides its transactions: header, lists, sixteen withdrawals, and as much again. */
const sizeReserve = 2048

/**
 * Why a transaction cannot run next in a block: the checks of EthereumJS's `runTx` that depend on
 * the state or on the block, and the block's own limits. What a transaction must be by itself was
 * checked when it was decoded.
 */
export function skipReason(
  transaction: SignedTransaction,
  header: BlockHeader,
  filling: Filling,
  state: StateTree,
): SkipReason | undefined {
  return (
    beyondLimits(transaction, header, filling) ??
    tooCheap(transaction, header) ??
    notPayable(transaction, state)
  )
}

function beyondLimits(
  transaction: SignedTransaction,
  header: BlockHeader,
  filling: Filling,
): SkipReason | undefined {
  const { envelope } = transaction
  const { common, gasLimit } = header
  const gasLeft = gasLimit - filling.gasUsed
  if (envelope.gasLimit > gasLeft) {
    const message = `gas limit ${envelope.gasLimit} exceeds the gas left in the block ${gasLeft}`
    return { code: 'blockGasExceeded', message, isFinal: envelope.gasLimit > gasLimit }
  }
  if (isBlob4844Tx(envelope) && common.isActivatedEIP(4844)) {
    const blobGas = BigInt(envelope.numBlobs()) * common.param('blobGasPerBlob')
    const { maxBlobGasPerBlock } = common.getBlobGasSchedule()
    const blobGasLeft = maxBlobGasPerBlock - filling.blobGasUsed
    if (blobGas > blobGasLeft) {
      const message = `blob gas ${blobGas} exceeds the blob gas left in the block ${blobGasLeft}`
      return { code: 'blockBlobGasExceeded', message, isFinal: blobGas > maxBlobGasPerBlock }
    }
  }
  if (common.isActivatedEIP(7934)) {
    const maxSize = Number(common.param('maxRlpBlockSize')) - sizeReserve
    const size = transactionSize(transaction)
    if (filling.bytes + size > maxSize) {
      const message = `size ${size} exceeds the bytes left in the block ${maxSize - filling.bytes}`
      return { code: 'blockSizeExceeded', message, isFinal: size > maxSize }
    }
  }
  return undefined
}

function tooCheap({ envelope }: SignedTransaction, header: BlockHeader): SkipReason | undefined {
  const feeCap = 'maxFeePerGas' in envelope ? envelope.maxFeePerGas : envelope.gasPrice
  const { baseFeePerGas: baseFee } = header
  if (baseFee !== undefined && feeCap < baseFee) {
    const message = `max fee per gas ${feeCap} is less than the block's base fee ${baseFee}`
    return { code: 'feeBelowBaseFee', message, isFinal: false }
  }
  if (isBlob4844Tx(envelope) && header.excessBlobGas !== undefined) {
    const blobBaseFee = header.getBlobGasPrice()
    if (envelope.maxFeePerBlobGas < blobBaseFee) {
      const message = `max fee per blob gas ${envelope.maxFeePerBlobGas} is less than the block's blob base fee ${blobBaseFee}`
      return { code: 'blobFeeBelowBlobBaseFee', message, isFinal: false }
    }
  }
  return undefined
}

function notPayable(
  { envelope, sender }: SignedTransaction,
  state: StateTree,
): SkipReason | undefined {
  const { nonce = 0n, balance = 0n } = state.account(sender.bytes) ?? {}
  if (envelope.nonce !== nonce) {
    const isFinal = envelope.nonce < nonce
    const code = isFinal ? 'nonceTooLow' : 'nonceTooHigh'
    const message = `nonce too ${isFinal ? 'low' : 'high'}: address ${sender}, tx: ${envelope.nonce} state: ${nonce}`
    return { code, message, isFinal }
  }
  const code = state.code(sender.bytes)
  if (code.length > 0 && !(isDelegation(code) && envelope.common.isActivatedEIP(7702))) {
    const message = `sender not an eoa: address ${sender}, len(code): ${code.length}`
    return { code: 'senderNotEoa', message, isFinal: true }
  }
  const cost = upfrontCost(envelope)
  if (balance < cost) {
    const message = `insufficient funds for gas * price + value: address ${sender} have ${balance} want ${cost}`
    return { code: 'insufficientFunds', message, isFinal: false }
  }
  return undefined
}

/** Wei that the balance must cover, whatever the block's fees are (EIP-1559, EIP-4844). */
function upfrontCost(envelope: SignedTransaction['envelope']): bigint {
  const feeCap = 'maxFeePerGas' in envelope ? envelope.maxFeePerGas : envelope.gasPrice
  const cost = envelope.gasLimit * feeCap + envelope.value
  if (!isBlob4844Tx(envelope)) return cost
  const blobGas = BigInt(envelope.numBlobs()) * envelope.common.param('blobGasPerBlob')
  return cost + blobGas * envelope.maxFeePerBlobGas
}

/** Whether code is 0xef0100 and an address, with which an account stays one that can send (EIP-7702). */
function isDelegation(code: Uint8Array): boolean {
  return code.length === 23 && code[0] === 0xef && code[1] === 0x01 && code[2] === 0x00
}
