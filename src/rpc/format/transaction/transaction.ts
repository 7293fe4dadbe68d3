import type { BlockHeader } from '@ethereumjs/block'
import type { TypedTransaction } from '@ethereumjs/tx'
import type { EOACode7702AuthorizationListBytes } from '@ethereumjs/util'
import { isDeposit } from '../../../ethereumjs/protocol/networkExtension.ts'
import { opStackOf } from '../../../execution/rules/opStack.ts'
import { bytesToBigInt, bytesToHex, type Hex, quantity } from '../../../lib/hex.ts'
import type { SignedTransaction } from '../../../types/transaction.ts'
import type { View } from '../../../types/view.ts'
import { timestampMsOf } from '../timestampMs.ts'
import { formatAccessList } from './accessList.ts'

/** Where a transaction stands. */
export interface TransactionPlace {
  /** `null` while the block has none, as a rule until it is sealed. */
  readonly blockHash: Hex | null
  readonly header: BlockHeader
  readonly index: number
  /** Of the block, where it has a time in milliseconds. */
  readonly timestampMs?: bigint | undefined
}

/** What is shown of a transaction; a simulated one has no `raw`. */
export type ShownTransaction = Pick<SignedTransaction, 'hash' | 'sender' | 'envelope'>

/** The place of the transaction at `index` of a block. */
export function placeIn(view: View, index: number): TransactionPlace {
  const timestampMs = timestampMsOf(view)
  return { blockHash: view.hash ?? null, header: view.header, index, timestampMs }
}

function formatPlace(place: TransactionPlace | undefined) {
  if (place === undefined) {
    return { blockHash: null, blockNumber: null, blockTimestamp: null, transactionIndex: null }
  }
  return {
    blockHash: place.blockHash,
    blockNumber: quantity(place.header.number),
    blockTimestamp: quantity(place.header.timestamp),
    transactionIndex: quantity(place.index),
    ...(place.timestampMs !== undefined && { blockTimestampMs: quantity(place.timestampMs) }),
  }
}

/** EIP-1559: base fee and tip, at most the fee cap; the fee cap itself as long as there is no base fee. */
function effectiveGasPrice(
  envelope: { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint },
  baseFee: bigint | undefined,
): bigint {
  const { maxFeePerGas, maxPriorityFeePerGas } = envelope
  if (baseFee === undefined) return maxFeePerGas
  const price = baseFee + maxPriorityFeePerGas
  if (price > maxFeePerGas) return maxFeePerGas
  return price
}

function formatFees(envelope: TypedTransaction, baseFee: bigint | undefined) {
  if (!('maxFeePerGas' in envelope)) return formatFeeCaps(envelope)
  return {
    gasPrice: quantity(effectiveGasPrice(envelope, baseFee)),
    ...formatFeeCaps(envelope),
  }
}

/** What a transaction of its type offers. */
export function formatFeeCaps(envelope: TypedTransaction) {
  if (!('maxFeePerGas' in envelope)) return { gasPrice: quantity(envelope.gasPrice) }
  return {
    maxFeePerGas: quantity(envelope.maxFeePerGas),
    maxPriorityFeePerGas: quantity(envelope.maxPriorityFeePerGas),
    ...('maxFeePerBlobGas' in envelope && {
      maxFeePerBlobGas: quantity(envelope.maxFeePerBlobGas),
    }),
  }
}

/** EIP-7702. */
function formatAuthorizationList(authorizationList: EOACode7702AuthorizationListBytes) {
  return authorizationList.map(([chainId, address, nonce, yParity, r, s]) => ({
    chainId: quantity(bytesToBigInt(chainId)),
    address: bytesToHex(address),
    nonce: quantity(bytesToBigInt(nonce)),
    yParity: quantity(bytesToBigInt(yParity)),
    r: quantity(bytesToBigInt(r)),
    s: quantity(bytesToBigInt(s)),
  }))
}

/** Lowest `v` of a legacy transaction that names its chain (EIP-155). */
const firstProtectedV = 35n

/** What came with typed transactions, and the chain of a legacy one that names it. */
export function formatTypeFields(envelope: TypedTransaction) {
  if (isDeposit(envelope)) return {}
  if (envelope.type === 0) {
    const v = envelope.v ?? 0n
    return v < firstProtectedV ? {} : { chainId: quantity((v - firstProtectedV) / 2n) }
  }
  return {
    accessList: formatAccessList(envelope.accessList),
    chainId: quantity(envelope.chainId),
    ...('blobVersionedHashes' in envelope && {
      blobVersionedHashes: envelope.blobVersionedHashes,
    }),
    ...('authorizationList' in envelope && {
      authorizationList: formatAuthorizationList(envelope.authorizationList),
    }),
  }
}

function formatSignature({ type, v = 0n, r = 0n, s = 0n }: TypedTransaction) {
  return {
    v: quantity(v),
    r: quantity(r),
    s: quantity(s),
    ...(type !== 0 && { yParity: quantity(v) }),
  }
}

/**
 * Transaction object: execution-apis `TransactionInfo`, without a place `PendingTransactionInfo`.
 * `gasPrice` is the price paid once the transaction is in a block, before that the fee cap.
 */
export function formatTransaction(transaction: ShownTransaction, place?: TransactionPlace) {
  const { envelope } = transaction
  return {
    ...formatPlace(place),
    from: bytesToHex(transaction.sender.bytes),
    gas: quantity(envelope.gasLimit),
    ...formatFees(envelope, place?.header.baseFeePerGas),
    hash: transaction.hash,
    input: bytesToHex(envelope.data),
    nonce: quantity(envelope.nonce),
    to: envelope.to === undefined ? null : bytesToHex(envelope.to.bytes),
    value: quantity(envelope.value),
    type: quantity(envelope.type),
    ...formatTypeFields(envelope),
    ...formatSignature(envelope),
    ...formatDeposit(transaction),
  }
}

/** What a deposit of the OP stack has besides. */
function formatDeposit({ envelope }: ShownTransaction) {
  const deposit = opStackOf(envelope.common)?.depositOf(envelope)
  return (
    deposit && {
      sourceHash: bytesToHex(deposit.sourceHash),
      mint: quantity(deposit.mint),
      depositReceiptVersion: quantity(1),
      ...(deposit.isSystem && { isSystemTx: true }),
    }
  )
}

/** The transaction at a position of a block; `null` when there is none. */
export function formatTransactionAt(block: View, position: number) {
  const transaction = block.transactions[position]
  return transaction === undefined ? null : formatTransaction(transaction, placeIn(block, position))
}
