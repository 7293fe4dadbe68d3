import type { BlockHeader } from '@ethereumjs/block'
import { Hardfork } from '@ethereumjs/common'
import { isBlob4844Tx } from '@ethereumjs/tx'
import { bigIntMin } from '@ethereumjs/util'
import { plainReason } from '../ethereumjs/haltReason.ts'
import { isDeposit } from '../ethereumjs/protocol/sharedCommon.ts'
import { isFromContract } from '../execution/authorizations.ts'
import { maxItems } from '../execution/rules/blockAccessList.ts'
import { transactionSize } from '../execution/rules/body.ts'
import { feeCapOf, isUnderpaid } from '../execution/rules/fees.ts'
import { isListTooLong } from '../execution/rules/ledger.ts'
import { type ExtraCosts, opStackOf } from '../execution/rules/opStack.ts'
import { fundsProblem, nonceProblem, upfrontCostOf } from '../execution/rules/sender.ts'
import { StateMiss } from '../state/stateMiss.ts'
import type { Ledger } from '../types/execution.ts'
import type { SignedTransaction } from '../types/transaction.ts'
import { checksumAddress } from '../wallet/checksumAddress.ts'
import type { Filling } from './openedView.ts'

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
    | 'blockFootprintExceeded'
    | 'accessListExceeded'
    | 'awaitingState'
    | 'failed'
    | 'invalid'
  readonly message: string
  /** Whether no later block can take it either, under the rules and limits of this one. */
  readonly isFinal: boolean
  /** What was thrown, when it was found out by running it. */
  readonly cause?: unknown
}

/** What is asked of a state; a `StateTree` fits. */
interface SenderState {
  /** `undefined` when there is no account at the 20-byte address. */
  account(address: Uint8Array): { readonly nonce: bigint; readonly balance: bigint } | undefined
  /** No bytes when the account has no code. */
  code(address: Uint8Array): Uint8Array
  /** 32 bytes. */
  storage(address: Uint8Array, slot: Uint8Array): Uint8Array
}

/** Bytes that the transactions of a block may have: 8 MiB in all (EIP-7934, Osaka) less enough for header and withdrawals. */
const maxBytes = 8 * 1024 * 1024 - 2048

/**
 * Why a transaction cannot run next in a block: the checks of EthereumJS's `runTx` that depend on
 * the state or on the block, and the block's own limits. What a transaction must be by itself was
 * checked when it was decoded.
 */
export function skipReason(
  transaction: SignedTransaction,
  header: BlockHeader,
  filling: Filling,
  state: SenderState,
): SkipReason | undefined {
  if (isDeposit(transaction.envelope)) return beyondLimits(transaction, header, filling)
  const account = state.account(transaction.sender.bytes)
  const extra = opStackOf(header.common)?.extraCosts(transaction, state)
  return (
    outOfTurn(transaction, account?.nonce ?? 0n) ??
    beyondLimits(transaction, header, filling) ??
    beyondFootprint(extra, header, filling) ??
    tooCheap(transaction, header) ??
    notEoa(transaction, state) ??
    notFunded(transaction, account?.balance ?? 0n, extra?.fee)
  )
}

/** Why a transaction cannot stay that has run after these: the access list of the block would be too long (EIP-7928). */
export function listReason(
  ledger: Ledger | undefined,
  { gasLimit }: BlockHeader,
  withdrawals: readonly unknown[],
  before: readonly unknown[],
): SkipReason | undefined {
  if (ledger === undefined || !isListTooLong(ledger, gasLimit, withdrawals.length)) return undefined
  const most = maxItems(gasLimit)
  const message = `the access list of the block would have more than ${most} items, its gas limit ${gasLimit} / 2000 (EIP-7928)`
  return { code: 'accessListExceeded', message, isFinal: before.length === 0 }
}

/** Why a transaction is not in a block that threw when it was read or run. */
export function thrownReason(cause: unknown): SkipReason {
  if (cause instanceof StateMiss) {
    return { code: 'awaitingState', message: cause.message, isFinal: false, cause }
  }
  const isFinal = !isUnexpected(cause)
  return { code: isFinal ? 'invalid' : 'failed', message: plainReason(cause), isFinal, cause }
}

/** Whether a fault of the program was thrown, which says nothing about the transaction. */
function isUnexpected(cause: unknown): boolean {
  return !(cause instanceof Error) || programFaults.has(cause.name)
}

/** `RuntimeError` is WebAssembly's. */
const programFaults: ReadonlySet<string> = new Set([
  'TypeError',
  'RangeError',
  'ReferenceError',
  'SyntaxError',
  'RuntimeError',
])

/** First of all, as it is final when the nonce was used. */
function outOfTurn({ envelope, sender }: SignedTransaction, nonce: bigint): SkipReason | undefined {
  const problem = nonceProblem(envelope.nonce, nonce)
  // Of one at its maximum there is no transaction: none is decoded.
  if (problem === undefined || problem === 'atMaximum') return undefined
  const isFinal = problem === 'tooLow'
  const word = isFinal ? 'low' : 'high'
  const message = `nonce too ${word}: address ${checksumAddress(sender.bytes)}, tx: ${envelope.nonce} state: ${nonce}`
  return { code: isFinal ? 'nonceTooLow' : 'nonceTooHigh', message, isFinal }
}

function beyondLimits(
  transaction: SignedTransaction,
  header: BlockHeader,
  filling: Filling,
): SkipReason | undefined {
  const { envelope } = transaction
  const { common, gasLimit } = header
  const { gas, left } = gasBounds(envelope, header, filling)
  if (gas > left) {
    const message = `gas limit ${gas} exceeds the gas left in the block ${left}`
    return { code: 'blockGasExceeded', message, isFinal: gas > gasLimit }
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
  const bytes = transactionSize(transaction)
  if (filling.bytes + bytes > maxBytes && common.gteHardfork(Hardfork.Osaka)) {
    const message = `size ${bytes} exceeds the bytes left in the block ${maxBytes - filling.bytes}`
    return { code: 'blockSizeExceeded', message, isFinal: bytes > maxBytes }
  }
  return undefined
}

/**
 * The gas that a transaction may use and what is left of it in the block: of the kind that lacks, if one does. At most
 * the cap of EIP-7825 can be regular gas, and all of it gas for growing state (EIP-8037).
 */
function gasBounds(
  { gasLimit: wanted, common }: SignedTransaction['envelope'],
  { gasLimit }: BlockHeader,
  { gasUsed, gas }: Filling,
): { readonly gas: bigint; readonly left: bigint } {
  if (gas === undefined) return { gas: wanted, left: gasLimit - gasUsed }
  const regular = bigIntMin(wanted, common.param('maxTransactionGasLimit'))
  const ofState = { gas: wanted, left: gasLimit - gas.state }
  return wanted > ofState.left ? ofState : { gas: regular, left: gasLimit - gas.regular }
}

/** Since Jovian data takes of a block what gas does (OP stack). */
function beyondFootprint(
  { footprint = 0n }: Partial<ExtraCosts> = {},
  { gasLimit }: BlockHeader,
  { blobGasUsed }: Filling,
): SkipReason | undefined {
  if (footprint === 0n || footprint <= gasLimit - blobGasUsed) return undefined
  const message = `data availability footprint ${footprint} exceeds what is left of it in the block ${gasLimit - blobGasUsed}`
  return { code: 'blockFootprintExceeded', message, isFinal: footprint > gasLimit }
}

function tooCheap({ envelope }: SignedTransaction, header: BlockHeader): SkipReason | undefined {
  const feeCap = feeCapOf(envelope)
  const { baseFeePerGas: baseFee } = header
  if (isUnderpaid(feeCap, baseFee)) {
    const message = `max fee per gas ${feeCap} is less than the block's base fee ${baseFee}`
    return { code: 'feeBelowBaseFee', message, isFinal: false }
  }
  if (isBlob4844Tx(envelope) && header.excessBlobGas !== undefined) {
    const blobBaseFee = header.getBlobGasPrice()
    if (isUnderpaid(envelope.maxFeePerBlobGas, blobBaseFee)) {
      const message = `max fee per blob gas ${envelope.maxFeePerBlobGas} is less than the block's blob base fee ${blobBaseFee}`
      return { code: 'blobFeeBelowBlobBaseFee', message, isFinal: false }
    }
  }
  return undefined
}

function notEoa(transaction: SignedTransaction, state: SenderState): SkipReason | undefined {
  const { sender } = transaction
  const code = state.code(sender.bytes)
  if (!isFromContract(transaction, code)) return undefined
  const message = `sender not an eoa: address ${checksumAddress(sender.bytes)}, len(code): ${code.length}`
  return { code: 'senderNotEoa', message, isFinal: true }
}

function notFunded(
  { envelope, sender }: SignedTransaction,
  balance: bigint,
  extraFee = 0n,
): SkipReason | undefined {
  const cost = upfrontCostOf(envelope) + extraFee
  if (fundsProblem(balance, cost) === undefined) return undefined
  const message = `insufficient funds for gas * price + value: address ${checksumAddress(sender.bytes)} have ${balance} want ${cost}`
  return { code: 'insufficientFunds', message, isFinal: false }
}
