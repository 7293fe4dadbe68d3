import type { Common } from '@ethereumjs/common'
import type { TypedTransaction } from '@ethereumjs/tx'
import { Address } from '@ethereumjs/util'
import type { EvmPool } from '../../ethereumjs/machine.ts'
import { versionedHash } from '../../ethereumjs/precompiles/lazyPrecompiles.ts'
import {
  isProven,
  networkForm,
  notProven,
  proveBlobs,
} from '../../ethereumjs/transaction/blobSidecar.ts'
import { signedWith } from '../../ethereumjs/transaction/decodeTransaction.ts'
import { TransactionDecodeError } from '../../ethereumjs/transaction/refusals.ts'
import { impersonated } from '../../ethereumjs/transaction/signFeeMarket.ts'
import { estimateGas } from '../../execution/estimateGas.ts'
import { blobBaseFeeOf } from '../../execution/rules/fees.ts'
import { bytesToHex, equalBytes } from '../../lib/hex.ts'
import type { TxPool } from '../../txpool/txPool.ts'
import { checkBlobCount } from '../../txpool/validateTransaction.ts'
import type { CallRequest } from '../../types/request.ts'
import type { BlobsBundle, SignedTransaction } from '../../types/transaction.ts'
import type { DevAccount } from '../accounts/accounts.ts'
import type { Sender } from '../accounts/keyring.ts'
import type { Reader } from '../read/reader.ts'
import {
  completeAndSign,
  completeTransaction,
  InvalidTransactionRequest,
  type Suggestions,
  withFees,
} from './completeTransaction.ts'

/**
 * Completes a request and signs it. An impersonated sender may give the hashes of blobs alone. Blobs
 * need `checkBlobs`. Throws an `InvalidTransactionRequest`, or as `decodeTransaction` does.
 */
export function signRequest(
  request: CallRequest,
  { address, privateKey }: Sender,
  suggestions: Suggestions,
  common: Common,
): SignedTransaction {
  if (privateKey === undefined) {
    const transaction = completeTransaction(request, suggestions, common)
    return withBlobs(impersonated(transaction, new Address(address)), request, common)
  }
  refuseHashesAlone(request)
  return withBlobs(completeAndSign(request, suggestions, { common, privateKey }), request, common)
}

/**
 * Returns the request with what is proven of its blobs, if it has any: checked, or computed where it came without, which
 * takes seconds a blob. Rejects with an `InvalidTransactionRequest` or a `TooManyBlobsError`.
 */
export async function completeBlobs(
  request: CallRequest,
  commonOf: () => Common | Promise<Common>,
): Promise<CallRequest> {
  const { sidecar } = request
  if (sidecar === undefined) return request
  const { blobs, commitments } = sidecar
  if (commitments.length === blobs.length) {
    if (await isProven(sidecar)) return request
    throw new InvalidTransactionRequest(`failed to verify blob proof: ${notProven}`)
  }
  const common = await commonOf()
  if (!common.isActivatedEIP(4844)) {
    throw new InvalidTransactionRequest('transaction type not supported: blobs are from Cancun on')
  }
  checkBlobCount(blobs.length, common)
  const proven = await proveBlobs(blobs, common.isActivatedEIP(7594))
  if ('problem' in proven) throw new InvalidTransactionRequest(proven.problem)
  const wrong = wrongBlobHash({ ...request, sidecar: proven })
  if (wrong !== undefined) throw new InvalidTransactionRequest(wrong)
  const blobVersionedHashes = proven.commitments.map(versionedHash)
  return { ...request, sidecar: proven, blobVersionedHashes }
}

/** Tells a hash of a request that is not that of its blob's commitment, in geth's words. */
export function wrongBlobHash({
  blobVersionedHashes: given,
  sidecar,
}: Pick<CallRequest, 'blobVersionedHashes' | 'sidecar'>): string | undefined {
  for (const [index, hash] of (given ?? []).entries()) {
    const commitment = sidecar?.commitments[index]
    const want = commitment && versionedHash(commitment)
    if (want === undefined || equalBytes(hash, want)) continue
    return `blob hash verification failed (have=${bytesToHex(hash)}, want=${bytesToHex(want)})`
  }
  return undefined
}

/** The transaction with the blobs of its request. */
function withBlobs(
  transaction: SignedTransaction,
  { sidecar }: CallRequest,
  common: Common,
): SignedTransaction {
  if (sidecar === undefined) return transaction
  return { ...transaction, sidecar: bytesWithBlobs(transaction.raw, sidecar, common) }
}

/** The network form of an encoded transaction, whose blobs came in a request. Throws an `InvalidTransactionRequest`. */
export function bytesWithBlobs(raw: Uint8Array, sidecar: BlobsBundle, common: Common): Uint8Array {
  try {
    return networkForm(raw, sidecar, common)
  } catch (error) {
    // It was no encoding that the client gave.
    if (error instanceof TransactionDecodeError) throw new InvalidTransactionRequest(error.message)
    throw error
  }
}

/** Throws an `InvalidTransactionRequest` for hashes of blobs without these: a signed transaction is not taken without them. */
function refuseHashesAlone({ blobVersionedHashes, sidecar }: CallRequest): void {
  if (blobVersionedHashes === undefined || sidecar !== undefined) return
  throw new InvalidTransactionRequest(
    'missing blobs of a blob transaction: give "blobs", "commitments" and "proofs", or sign it and send it raw, with them',
  )
}

/** What a transaction is filled from. */
interface FillDeps {
  readonly reader: Reader
  readonly machines: EvmPool
  /** Wei per gas that it is advised to tip. */
  readonly tip: bigint
  /** See `Suggestions`, as the next ones. */
  readonly gasPrice?: bigint | undefined
  readonly baseFees?: bigint | undefined
  readonly createsNothing?: boolean | undefined
  /** Whether the sender's funds are not checked. */
  readonly hasUnlimitedFunds?: boolean | undefined
}

const pending = { tag: 'pending' } as const
const zeroAddress = new Uint8Array(20)

/** The rules of the block after the head. */
export async function nextCommon(reader: Reader): Promise<Common> {
  const { header, commonAt } = await reader.context(pending)
  return commonAt(header.number, header.timestamp)
}

/**
 * Fills in what the request leaves out, ready to be signed, for the block after the head: nonce, gas,
 * fees, chain id and type. Throws as `estimateGas` and `completeTransaction` do.
 */
export async function fillTransaction(
  {
    reader,
    machines,
    tip,
    gasPrice,
    baseFees,
    createsNothing,
    hasUnlimitedFunds = false,
  }: FillDeps,
  request: CallRequest,
): Promise<TypedTransaction> {
  const context = await reader.context(pending)
  const { header } = context
  const fees = {
    baseFee: header.baseFeePerGas,
    blobBaseFee: blobBaseFeeOf(header),
    tip,
    gasPrice,
    baseFees,
  }
  const nonce = request.nonce ?? (await reader.nonce(request.from ?? zeroAddress, pending))
  const common = context.commonAt(header.number, header.timestamp)
  // As in geth the estimate knows the fees, so that it finds out when the sender cannot pay them.
  const priced = withFees(request, fees)
  const { callRules } = context
  const estimated = hasUnlimitedFunds
    ? { ...context, callRules: { ...callRules, payment: 'unlimited' as const } }
    : context
  const gas = request.gas ?? (await estimateGas(machines, estimated, priced))
  return completeTransaction(request, { ...fees, nonce, gas, createsNothing }, common)
}

/** Fills in what a request lacks, as `fillTransaction` does, and signs it. It goes nowhere. */
export async function signTransaction(
  deps: FillDeps,
  given: CallRequest,
  account: DevAccount,
): Promise<SignedTransaction> {
  refuseHashesAlone(given)
  const request = await completeBlobs(given, () => nextCommon(deps.reader))
  const envelope = await fillTransaction(deps, request)
  return withBlobs(signedWith(account.privateKey, envelope), request, envelope.common)
}

interface ResendDeps {
  readonly pool: Pick<TxPool, 'contentOf'>
  send(request: CallRequest): Promise<SignedTransaction>
}

/** What is to be another than it was; what is absent or 0 stays as the request says. */
interface ResendChanges {
  /** Wei per gas. */
  readonly gasPrice?: bigint | undefined
  readonly gas?: bigint | undefined
}

/**
 * Sends the waiting transaction again that the request describes by sender, nonce, recipient, value
 * and data. Throws an `InvalidTransactionRequest` when none does, and as sending does.
 */
export async function resend(
  devnet: ResendDeps,
  request: CallRequest,
  { gasPrice = 0n, gas = 0n }: ResendChanges,
): Promise<SignedTransaction> {
  const waiting = waitingOf(devnet.pool, request)
  const { gasPrice: _, maxFeePerGas, maxPriorityFeePerGas, ...rest } = request
  const { type, gasLimit } = waiting.envelope
  // A price replaces all fees, and stands for both fees of the types that have two.
  const priced = gasPrice === 0n ? request : { ...rest, type, gasPrice }
  return devnet.send({ ...priced, gas: gas === 0n ? (request.gas ?? gasLimit) : gas })
}

function waitingOf(pool: ResendDeps['pool'], request: CallRequest): SignedTransaction {
  const { from, nonce } = request
  if (nonce === undefined) {
    throw new InvalidTransactionRequest('missing transaction nonce in transaction spec')
  }
  const { pending, queued } = pool.contentOf(from ?? new Uint8Array(20))
  const found = [...pending, ...queued].find((transaction) => isSame(transaction, request))
  if (found !== undefined) return found
  const sender = from === undefined ? 'none' : bytesToHex(from)
  throw new InvalidTransactionRequest(
    `transaction not found: none of ${sender} with nonce ${nonce} and this content waits in the pool`,
  )
}

function isSame({ envelope }: SignedTransaction, request: CallRequest): boolean {
  const none = new Uint8Array()
  return (
    envelope.nonce === request.nonce &&
    envelope.value === (request.value ?? 0n) &&
    equalBytes(envelope.to?.bytes ?? none, request.to ?? none) &&
    equalBytes(envelope.data, request.data ?? none)
  )
}
