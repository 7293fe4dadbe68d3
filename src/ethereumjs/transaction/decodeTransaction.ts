import type { Common } from '@ethereumjs/common'
import {
  type Blob4844Tx,
  createTx,
  createTxFromRLP,
  type TypedTransaction,
  type TypedTxData,
} from '@ethereumjs/tx'
import { Address } from '@ethereumjs/util'
import { bytesToBigInt, bytesToHex, type Hex } from '../../lib/hex.ts'
import type { SignedTransaction } from '../../types/transaction.ts'
import { keccak256 } from '../../wasm/keccak/keccak256.ts'
import { addressOf, addressOfKey, publicKeyOf, signHash } from '../crypto.ts'
import { plainReason } from '../haltReason.ts'
import { cacheOf } from '../privateMembers.ts'
import { SharedCommon } from '../protocol/sharedCommon.ts'
import { checkSidecar, isNetworkForm, isProven, notProven, readNetworkForm } from './blobSidecar.ts'
import { decodeFeeMarket } from './decodeFeeMarket.ts'
import { gethRefusal, InvalidTransactionError, TransactionDecodeError } from './refusals.ts'

/** First byte of an RLP list: a legacy transaction, or the payload of a typed one. */
const listStart = 0xc0

/**
 * Decodes a signed transaction of any type and recovers its sender, the one time this is done.
 * A blob transaction may come with its blobs (EIP-4844 and EIP-7594 network forms), which are then
 * checked against their commitments. Throws a `TransactionDecodeError` or an `InvalidTransactionError`.
 */
export async function decodeTransaction(
  bytes: Uint8Array,
  common: Common,
): Promise<SignedTransaction> {
  if (!isNetworkForm(bytes)) return decodeWithoutBlobs(bytes, common)
  const { raw, sidecar } = readNetworkForm(bytes)
  const transaction = decodeWithoutBlobs(raw, common)
  const { blobVersionedHashes } = transaction.envelope as Blob4844Tx
  checkSidecar(sidecar, blobVersionedHashes as readonly Hex[])
  if (!(await isProven(sidecar))) {
    throw new InvalidTransactionError(`KZG verification error: ${notProven}`)
  }
  return { ...transaction, sidecar: bytes }
}

/** The same as `decodeTransaction`, for the form in blocks: without blobs. */
export function decodeWithoutBlobs(bytes: Uint8Array, common: Common): SignedTransaction {
  if (bytes.length === 0) throw new TransactionDecodeError('typed transaction too short')
  const first = bytes[0] as number
  if (first < listStart && first > 4) {
    const own =
      common instanceof SharedCommon ? common.extension?.decode?.(bytes, common) : undefined
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
