import type { Common } from '@ethereumjs/common'
import {
  createBlob4844TxFromSerializedNetworkWrapper,
  createMinimal4844TxFromNetworkWrapper,
  createTx,
  createTxFromRLP,
  type TypedTransaction,
  type TypedTxData,
} from '@ethereumjs/tx'
import { Address } from '@ethereumjs/util'
import { bytesToBigInt, bytesToHex } from '../../lib/hex.ts'
import { encodeRlp, readRlp } from '../../lib/rlp.ts'
import type { BlobsBundle, SignedTransaction } from '../../types/transaction.ts'
import { keccak256 } from '../../wasm/keccak/keccak256.ts'
import { addressOf, addressOfKey, publicKeyOf, signHash } from '../crypto.ts'
import { plainReason } from '../haltReason.ts'
import { loadKzg } from '../precompiles/kzg.ts'
import { cacheOf } from '../privateMembers.ts'
import { SharedCommon } from '../protocol/sharedCommon.ts'
import { decodeFeeMarket } from './decodeFeeMarket.ts'

/** EthereumJS's reasons for refusing a transaction that is well-formed, and geth's words for them, which clients match. */
const refusals: readonly (readonly [reason: RegExp, geth: string])[] = [
  [
    /^maxFeePerGas cannot be less than maxPriorityFeePerGas/,
    'max priority fee per gas higher than max fee per gas',
  ],
  [/^maxFeePerGas cannot exceed/, 'max fee per gas higher than 2^256-1'],
  [/^maxPriorityFeePerGas cannot exceed/, 'max priority fee per gas higher than 2^256-1'],
  [
    /^gasLimit \* (maxFeePerGas|gasPrice) cannot exceed/,
    'insufficient funds for gas * price + value',
  ],
  [/^nonce cannot equal or exceed/, 'nonce has max value'],
  [
    /^the initcode size of this transaction is too large: it is (\d+) while the max is (\d+)/,
    'max initcode size exceeded: code size $1, limit $2',
  ],
  [
    /^Transaction gas limit (\d+) exceeds the maximum allowed by EIP-7825 \((\d+)\)/,
    'transaction gas limit too high (cap: $2, tx: $1)',
  ],
  [/^tx should contain at least one blob/, 'blobless blob transaction'],
  [
    /^(\d+) blobs exceeds max (\d+) blobs per tx.*/,
    'too many blobs in transaction: have $1, permitted $2',
  ],
  [/^tx causes total blob gas of/, 'too many blobs in transaction'],
  [
    /^versioned hash (does not start with KZG commitment version|is invalid length)/,
    'blob has invalid hash version',
  ],
  [
    /^tx should have a "to" field and cannot be used to create contracts/,
    'blob or set code transaction cannot be used to create contract',
  ],
  [
    /^Invalid EIP-7702 transaction: authorization list is empty/,
    'set code tx must have at least one authorization tuple',
  ],
  [/^EIP-\d+ not enabled on Common/, 'transaction type not supported: transaction type not valid'],
  [
    /^Common chain ID .* not matching the derived chain ID (\d+)$/s,
    'invalid sender: invalid chain id for signer: have $1',
  ],
  [/^Incompatible EIP155-based V .*/s, 'invalid sender: invalid chain id for signer'],
  [/^(invalid sender: )?Invalid Signature.*/, 'invalid sender: invalid transaction v, r, s values'],
  [/^The y-parity of the transaction should/, 'invalid sender: invalid transaction v, r, s values'],
  [/^transaction is not signed/, 'invalid sender: invalid transaction v, r, s values'],
  [/^Legacy txs need either v/, 'invalid sender: invalid transaction v, r, s values'],
]

/** geth's words for EthereumJS's refusal of a transaction; `undefined` when its bytes are none at all. */
function gethRefusal(reason: string): string | undefined {
  for (const [pattern, geth] of refusals) {
    const match = pattern.exec(reason)
    if (match !== null) return geth.replace(/\$(\d)/g, (_, group) => match[Number(group)] ?? '')
  }
  return undefined
}

/** Bytes that are no transaction. `code` is the one for invalid params. */
export class TransactionDecodeError extends Error {
  override readonly name = 'TransactionDecodeError'
  readonly code = -32602
}

/** A transaction that no state could make valid, such as one for another chain. In geth's words. */
export class InvalidTransactionError extends Error {
  override readonly name = 'InvalidTransactionError'
  readonly code = -32000
}

const blobType = 3
/** First byte of an RLP list: a legacy transaction, or the payload of a typed one. */
const listStart = 0xc0

/** Whether the bytes are the network form of a blob transaction: a list whose first item is a list. */
function isBlobWrapper(bytes: Uint8Array): boolean {
  if (bytes[0] !== blobType || bytes.length < 3) return false
  const head = bytes[1] as number
  const lengthBytes = head > 0xf7 ? head - 0xf7 : 0
  return (bytes[2 + lengthBytes] ?? 0) >= listStart
}

/**
 * Decodes a signed transaction of any type and recovers its sender, the one time this is done.
 * A blob transaction may come with its blobs (EIP-4844 and EIP-7594 network forms), which are then
 * checked against their commitments. Throws a `TransactionDecodeError` or an `InvalidTransactionError`.
 */
export async function decodeTransaction(
  bytes: Uint8Array,
  common: Common,
): Promise<SignedTransaction> {
  if (!isBlobWrapper(bytes)) return decodeWithoutBlobs(bytes, common)
  await loadKzg()
  const wrapped = decode(() => createBlob4844TxFromSerializedNetworkWrapper(bytes, { common }))
  const minimal = decode(() => createMinimal4844TxFromNetworkWrapper(wrapped, { common }))
  return { ...signed(minimal), sidecar: bytes }
}

/** Version of the network form whose proofs are those of cells (EIP-7594). */
const cellProofsVersion = Uint8Array.of(1)

/**
 * The network form of an encoded blob transaction, checked as `decodeTransaction` checks it. Needs
 * `loadKzg`. Throws a `TransactionDecodeError` or an `InvalidTransactionError`.
 */
export function networkForm(raw: Uint8Array, bundle: BlobsBundle, common: Common): Uint8Array {
  const { blobs, commitments, proofs } = bundle
  const hasCellProofs = proofs.length !== blobs.length
  if (hasCellProofs && !common.isActivatedEIP(7594)) {
    throw new TransactionDecodeError(
      `number of blobs and proofs mismatch (have=${proofs.length}, want=${blobs.length}): proofs of cells are from Osaka on`,
    )
  }
  const version = hasCellProofs ? [cellProofsVersion] : []
  const payload = readRlp(raw.subarray(1))
  const bytes = encodeRlp([payload, ...version, blobs, commitments, proofs], blobType)
  decode(() => createBlob4844TxFromSerializedNetworkWrapper(bytes, { common }))
  return bytes
}

/** The same as `decodeTransaction`, for the form in blocks: without blobs. */
export function decodeWithoutBlobs(bytes: Uint8Array, common: Common): SignedTransaction {
  if (bytes.length === 0) throw new TransactionDecodeError('typed transaction too short')
  const first = bytes[0] as number
  if (first < listStart && first > 4) {
    const own = common instanceof SharedCommon ? common.extension?.decode(bytes, common) : undefined
    if (own !== undefined) return own
    throw new TransactionDecodeError(`transaction type not supported: type ${first}`)
  }
  const usual = decodeFeeMarket(bytes, common)
  return usual ?? signed(decode(() => createTxFromRLP(bytes, { common })))
}

/** A transaction out of its fields, not signed yet. Throws an `InvalidTransactionError`. */
export function unsigned(fields: TypedTxData, common: Common): TypedTransaction {
  return decode(() => createTx(fields, { common }))
}

/** Signs a transaction object. Throws an `InvalidTransactionError`. */
export function signedWith(privateKey: Uint8Array, unsigned: TypedTransaction): SignedTransaction {
  return decode(() => {
    // As its own `sign` does, which has the signature go through another library.
    const { bytes, recovery } = signHash(unsigned.getHashedMessageToSign(), privateKey)
    const [r, s] = [bytesToBigInt(bytes.subarray(0, 32)), bytesToBigInt(bytes.subarray(32))]
    const envelope = withSignature(unsigned, BigInt(recovery), r, s)
    // Set here, because recovering it takes longer than signing.
    cacheOf(envelope).senderPubKey = publicKeyOf(privateKey)
    return transactionOf(envelope, new Address(addressOfKey(privateKey)))
  })
}

/** A typed transaction is copied: EthereumJS would look again at all of its fields. */
function withSignature(
  unsigned: TypedTransaction,
  parity: bigint,
  r: bigint,
  s: bigint,
): TypedTransaction {
  if (unsigned.type === 0) return unsigned.addSignature(parity, r, s, true)
  const prototype = Object.getPrototypeOf(unsigned)
  const signed = { __proto__: prototype, ...unsigned, cache: {}, v: parity, r, s }
  return Object.freeze(signed) as unknown as TypedTransaction
}

/** Wraps a transaction object that carries a signature. Throws an `InvalidTransactionError`. */
export function signed(envelope: TypedTransaction): SignedTransaction {
  return decode(() => {
    if (!envelope.isSigned()) throw new Error('transaction is not signed')
    // Its own `getSenderAddress` hashes the key in JavaScript.
    return transactionOf(envelope, new Address(addressOf(envelope.getSenderPublicKey())))
  })
}

function transactionOf(envelope: TypedTransaction, sender: Address): SignedTransaction {
  const raw = envelope.serialize()
  // The hash of the form in blocks is that of its encoding, which `hash` would encode again.
  const hash = keccak256(raw)
  cacheOf(envelope).hash = hash
  return { hash: bytesToHex(hash), sender, envelope, raw }
}

function decode<Decoded>(run: () => Decoded): Decoded {
  try {
    return run()
  } catch (cause) {
    const reason = plainReason(cause)
    const refusal = gethRefusal(reason)
    if (refusal !== undefined) throw new InvalidTransactionError(refusal, { cause })
    throw new TransactionDecodeError(reason, { cause })
  }
}

/** What the network form of blob transactions has besides them (EIP-4844, EIP-7594). */
export function blobsOf(
  transactions: readonly { readonly sidecar?: Uint8Array | undefined }[],
): BlobsBundle {
  const sidecars = transactions.flatMap(({ sidecar }) => (sidecar ? [sidecarOf(sidecar)] : []))
  return {
    blobs: sidecars.flatMap(({ blobs }) => blobs),
    commitments: sidecars.flatMap(({ commitments }) => commitments),
    proofs: sidecars.flatMap(({ proofs }) => proofs),
  }
}

/** Reads the list after the type; a version stands between the transaction and blobs with proofs of cells. */
export function sidecarOf(networkForm: Uint8Array): BlobsBundle & { hasCellProofs: boolean } {
  const items = readRlp(networkForm.subarray(1)) as readonly (readonly Uint8Array[])[]
  const [blobs = [], commitments = [], proofs = []] = items.slice(-3)
  return { blobs, commitments, proofs, hasCellProofs: items.length === 5 }
}

/** Lowest `v` of a legacy transaction that names its chain (EIP-155). */
const firstProtectedV = 35n

/** The chain that a transaction is for; none when it is good on any. */
export function chainIdOf(envelope: TypedTransaction): bigint | undefined {
  if ('chainId' in envelope) return envelope.chainId
  return protectedChainId(envelope.v)
}

/** The chain that the `v` of a legacy transaction names (EIP-155). */
export function protectedChainId(v = 0n): bigint | undefined {
  return v < firstProtectedV ? undefined : (v - firstProtectedV) / 2n
}
