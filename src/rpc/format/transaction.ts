import type { BlockHeader } from '@ethereumjs/block'
import type { TypedTransaction } from '@ethereumjs/tx'
import { Address, type EOACode7702AuthorizationListBytes } from '@ethereumjs/util'
import type { AnswerShape } from '../../devnet/options/compatRules.ts'
import type { Located } from '../../devnet/read/reader.ts'
import { isDeposit } from '../../ethereumjs/protocol/sharedCommon.ts'
import { blobsOf } from '../../ethereumjs/transaction/blobSidecar.ts'
import type { CreatedAccessList } from '../../execution/createAccessList.ts'
import { opStackOf } from '../../execution/rules/opStack.ts'
import { bytesToBigInt, bytesToHex, type Hex, quantity } from '../../lib/hex.ts'
import type { RequestEvent } from '../../types/events.ts'
import type { CompatName } from '../../types/options/options.ts'
import type { AccessListItem } from '../../types/request.ts'
import type { BlobsBundle, SignedTransaction } from '../../types/transaction.ts'
import type { View } from '../../types/view.ts'
import { keccak256 } from '../../wasm/keccak/keccak256.ts'
import { timestampMsOf } from './quantities.ts'

/** Access list: execution-apis `AccessList`. */
function formatAccessList(accessList: readonly AccessListItem[]) {
  return accessList.map(([address, storageKeys]) => ({
    address: bytesToHex(address),
    storageKeys: storageKeys.map(bytesToHex),
  }))
}

/** Answer of `eth_createAccessList`; `error` is there when the transaction fails. */
export function formatAccessListResult({ accessList, gasUsed, failure }: CreatedAccessList) {
  return {
    accessList: formatAccessList(accessList),
    ...(failure !== undefined && { error: failure }),
    gasUsed: quantity(gasUsed),
  }
}

/** Where a transaction stands. */
export interface TransactionPlace {
  /** `null` while the block has none, as a rule until it is sealed. */
  readonly blockHash: Hex | null
  readonly header: BlockHeader
  readonly index: number
  /** The block's time in milliseconds, where it has one. */
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
function formatFeeCaps(envelope: TypedTransaction) {
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
function formatTypeFields(envelope: TypedTransaction) {
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

/**
 * What is answered for a transaction that was signed and not sent. viem and ethers want its bytes
 * alone, as execution-apis has it and anvil and ganache answer; geth shows the transaction beside them.
 * A blob transaction comes with its blobs, without which it is not taken.
 */
export function formatSigned(transaction: SignedTransaction, compat: CompatName) {
  const { sidecar } = transaction
  const raw = bytesToHex(sidecar ?? transaction.raw)
  if (compat !== 'geth') return raw
  const tx = formatTransaction(transaction)
  return { raw, tx: sidecar === undefined ? tx : { ...tx, ...formatBlobs(blobsOf([transaction])) } }
}

/** Blobs and what is proven of them: members of engine API `BlobsBundle`, and of geth's unsent transactions. */
export function formatBlobs({ blobs, commitments, proofs }: BlobsBundle) {
  return {
    commitments: commitments.map(bytesToHex),
    proofs: proofs.map(bytesToHex),
    blobs: blobs.map(bytesToHex),
  }
}

/**
 * Formats a transaction without a signature: execution-apis `FilledTransaction`. As in geth it has the fees of its
 * type alone, so that it can be sent as a request: a `gasPrice` beside the fees of type 2 would be refused there.
 */
function formatUnsignedTransaction(envelope: TypedTransaction) {
  return {
    type: quantity(envelope.type),
    nonce: quantity(envelope.nonce),
    gas: quantity(envelope.gasLimit),
    ...formatFeeCaps(envelope),
    to: envelope.to === undefined ? null : bytesToHex(envelope.to.bytes),
    value: quantity(envelope.value),
    input: bytesToHex(envelope.data),
    ...formatTypeFields(envelope),
    // The signature would bind a legacy transaction to its chain, so it says nothing about it yet.
    chainId: quantity(envelope.common.chainId()),
  }
}

/** Encoded transaction, as it stands in a block; for one that is not there geth has no bytes, Anvil null. */
export function formatRawTransaction(
  transaction: SignedTransaction | undefined,
  shape: AnswerShape,
): Hex | null {
  if (transaction !== undefined) return bytesToHex(transaction.raw)
  return shape === 'anvil' ? null : '0x'
}

/** The same wherever the transaction is: one in the pool comes with its blobs. */
export function formatRawLocated(located: Located | undefined, shape: AnswerShape): Hex | null {
  if (located?.block !== undefined || located?.transaction.sidecar === undefined) {
    return formatRawTransaction(located?.transaction, shape)
  }
  return bytesToHex(located.transaction.sidecar)
}

/** `v` of a legacy transaction that names its chain and has the parity 0 (EIP-155). */
const protectedV = 35n

const zeroAddress = new Uint8Array(20)

/** What `eth_fillTransaction` answers: the fields that are to be signed. */
export function formatFilled(envelope: TypedTransaction) {
  return { raw: bytesToHex(envelope.serialize()), tx: formatUnsignedTransaction(envelope) }
}

/** Formats it as Anvil does: a whole transaction, whose signature is zeros. `from`: 20 bytes. */
export function formatFilledAsSent(envelope: TypedTransaction, from: Uint8Array = zeroAddress) {
  const v = envelope.type === 0 ? 2n * envelope.common.chainId() + protectedV : 0n
  const zeros = { v: { value: v }, r: { value: 0n }, s: { value: 0n } }
  const signed: TypedTransaction = Object.create(envelope, zeros)
  const raw = signed.serialize()
  const hash = bytesToHex(keccak256(raw))
  const shown = formatTransaction({ hash, sender: new Address(from), envelope: signed })
  const { blockTimestamp, ...tx } = shown
  return { raw: bytesToHex(raw), tx }
}

/** Maximum length of logged parameters, in characters, approximately. */
const maxCharacters = 10_000

/** A request and how it went; without parameters where those are long. */
export function formatRequest({ method, args, durationMs, error }: RequestEvent) {
  const isShort = roomAfter(args, maxCharacters) >= 0
  return {
    method,
    ms: Math.round(durationMs * 1000) / 1000,
    ...(error !== undefined && { error: error.slice(0, maxCharacters) }),
    ...(isShort && { params: args }),
  }
}

/** What is left of a room when a value is in it; stops when there is none. */
function roomAfter(value: unknown, room: number): number {
  if (typeof value === 'string') return room - value.length - 2
  if (typeof value !== 'object' || value === null) return room - 8
  let left = room - 2
  for (const [key, inner] of Object.entries(value)) {
    left = roomAfter(inner, left - key.length)
    if (left < 0) break
  }
  return left
}
