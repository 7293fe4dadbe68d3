import type { Common } from '@ethereumjs/common'
import type { TypedTransaction, TypedTxData } from '@ethereumjs/tx'
import { Address } from '@ethereumjs/util'
import { signedWith, unsigned } from '../../ethereumjs/transaction/decodeTransaction.ts'
import { signFeeMarket } from '../../ethereumjs/transaction/signFeeMarket.ts'
import { isEmptyCreation } from '../../execution/message.ts'
import { isTipAboveCap, suggestedFeeCap } from '../../execution/rules/fees.ts'
import { bytesToHex, type Hex } from '../../lib/hex.ts'
import type { CallRequest } from '../../types/request.ts'
import type { SignedTransaction } from '../../types/transaction.ts'
import type { Amounts } from '../../types/values.ts'

/** A transaction request lacks what cannot be filled in, or has fields that exclude each other. geth's words where it has any. */
export class InvalidTransactionRequest extends Error {
  override readonly name = 'InvalidTransactionRequest'
  readonly code = -32000
  readonly reason: InvalidRequestReason
  readonly amounts: Amounts | undefined

  constructor(message: string, reason: InvalidRequestReason = 'other', amounts?: Amounts) {
    super(message)
    this.reason = reason
    this.amounts = amounts
  }
}

/** Why a request cannot become a transaction, where nodes have words of their own for it. */
export type InvalidRequestReason =
  | 'creation without data'
  | 'wrong chain id'
  | 'fees of two kinds'
  | 'tip above fee cap'
  | 'other'

/** What the next block asks and a transaction is advised to offer: wei per gas, wei per blob gas. */
export interface FeeSuggestions {
  /** The base fee; none before London. */
  readonly baseFee: bigint | undefined
  /** The blob base fee; none before Cancun. */
  readonly blobBaseFee?: bigint | undefined
  readonly tip: bigint
  /** How often the base fee goes into a fee cap: geth leaves room for it to double. @default 2 */
  readonly baseFees?: bigint | undefined
  /** What a request offers that says nothing about fees, in place of all this. */
  readonly gasPrice?: bigint | undefined
}

/** What the chain suggests for all fields that a request may leave out. */
export interface Suggestions extends FeeSuggestions {
  readonly nonce: bigint
  readonly gas: bigint
  /** Whether a request can be without recipient and data. @default false */
  readonly createsNothing?: boolean | undefined
}

/** The type of a transaction and the fees that this type has. */
type TypeAndFees =
  | { readonly type: number; readonly gasPrice: bigint }
  | {
      readonly type: number
      readonly maxFeePerGas: bigint
      readonly maxPriorityFeePerGas: bigint
      readonly maxFeePerBlobGas?: bigint | undefined
    }

/** A completed request, as EthereumJS makes an object of it. */
type CompleteFields = TypeAndFees &
  Pick<CallRequest, 'accessList' | 'authorizationList'> & {
    readonly chainId: bigint
    readonly nonce: bigint
    readonly gasLimit: bigint
    readonly value: bigint
    readonly data: Uint8Array
    readonly to?: Address | undefined
    readonly blobVersionedHashes?: readonly Hex[] | undefined
  }

/**
 * Completes a request as geth does: type 2 unless a gas price, a list or an older rule set says
 * otherwise. The result is not signed. Throws an `InvalidTransactionRequest` or an `InvalidTransactionError`.
 */
export function completeTransaction(
  request: CallRequest,
  suggestions: Suggestions,
  common: Common,
): TypedTransaction {
  return unsigned(completeFields(request, suggestions, common) as TypedTxData, common)
}

/** The same as `completeTransaction`, signed. */
export function completeAndSign(
  request: CallRequest,
  suggestions: Suggestions,
  { common, privateKey }: { readonly common: Common; readonly privateKey: Uint8Array },
): SignedTransaction {
  const fields = completeFields(request, suggestions, common)
  const usual =
    fields.type === 2 && 'maxFeePerGas' in fields && fields.accessList === undefined
      ? signFeeMarket(
          {
            chainId: fields.chainId,
            nonce: fields.nonce,
            maxPriorityFeePerGas: fields.maxPriorityFeePerGas,
            maxFeePerGas: fields.maxFeePerGas,
            gasLimit: fields.gasLimit,
            to: fields.to?.bytes,
            value: fields.value,
            data: fields.data,
          },
          privateKey,
          common,
        )
      : undefined
  return usual ?? signedWith(privateKey, unsigned(fields as TypedTxData, common))
}

function completeFields(
  request: CallRequest,
  suggestions: Suggestions,
  common: Common,
): CompleteFields {
  const fees = typeAndFees(request, suggestions)
  checkRequest(request, suggestions, common)
  const { accessList, authorizationList, blobVersionedHashes } = request
  return {
    chainId: common.chainId(),
    nonce: request.nonce ?? suggestions.nonce,
    gasLimit: request.gas ?? suggestions.gas,
    value: request.value ?? 0n,
    data: request.data ?? new Uint8Array(),
    ...(request.to === undefined ? {} : { to: new Address(request.to) }),
    ...(accessList === undefined ? {} : { accessList }),
    ...(authorizationList === undefined ? {} : { authorizationList }),
    ...(blobVersionedHashes === undefined
      ? {}
      : { blobVersionedHashes: blobVersionedHashes.map(bytesToHex) }),
    ...fees,
  }
}

/** The request with its type and all fees decided. Throws an `InvalidTransactionRequest`. */
export function withFees(request: CallRequest, suggestions: FeeSuggestions): CallRequest {
  const { gasPrice, maxFeePerGas, maxPriorityFeePerGas, maxFeePerBlobGas, ...rest } = request
  return { ...rest, ...typeAndFees(request, suggestions) }
}

/** Throws an `InvalidTransactionRequest` for what the chain could not take, or would leave out silently. */
function checkRequest(
  request: CallRequest,
  { createsNothing = false }: Suggestions,
  common: Common,
): void {
  const { chainId, to, blobVersionedHashes } = request
  if (blobVersionedHashes !== undefined && to === undefined) {
    throw new InvalidTransactionRequest('missing "to" in blob transaction')
  }
  if (blobVersionedHashes?.length === 0) {
    throw new InvalidTransactionRequest('need at least 1 blob for a blob transaction')
  }
  if (!createsNothing && isEmptyCreation(request)) {
    throw new InvalidTransactionRequest(
      'contract creation without any data provided',
      'creation without data',
    )
  }
  if (chainId !== undefined && chainId !== common.chainId()) {
    throw new InvalidTransactionRequest(
      `chainId does not match node's (have=${chainId}, want=${common.chainId()})`,
      'wrong chain id',
      { have: chainId, want: common.chainId() },
    )
  }
}

/** A price that was chosen once, as far as it still pays the base fee. */
export function payingPrice({
  gasPrice,
  baseFee = 0n,
}: Pick<FeeSuggestions, 'gasPrice' | 'baseFee'>): bigint | undefined {
  return gasPrice !== undefined && gasPrice >= baseFee ? gasPrice : undefined
}

function typeAndFees(request: CallRequest, suggestions: FeeSuggestions): TypeAndFees {
  const { maxFeePerGas, maxPriorityFeePerGas } = request
  const { baseFee, blobBaseFee = 0n, tip, baseFees = 2n } = suggestions
  const saysNothing = (maxFeePerGas ?? maxPriorityFeePerGas) === undefined
  const gasPrice = request.gasPrice ?? (saysNothing ? payingPrice(suggestions) : undefined)
  if (gasPrice !== undefined && (maxFeePerGas ?? maxPriorityFeePerGas) !== undefined) {
    throw new InvalidTransactionRequest(
      'both gasPrice and (maxFeePerGas or maxPriorityFeePerGas) specified',
      'fees of two kinds',
    )
  }
  if (baseFee === undefined && !saysNothing) {
    throw new InvalidTransactionRequest(
      'maxFeePerGas and maxPriorityFeePerGas are not valid before London is active',
    )
  }
  const isOld = gasPrice !== undefined || baseFee === undefined
  const type = request.type ?? typeFor(request, isOld)
  if (type <= 1) return { type, gasPrice: gasPrice ?? maxFeePerGas ?? (baseFee ?? 0n) + tip }
  const priorityFee = maxPriorityFeePerGas ?? gasPrice ?? tip
  const feeCap: bigint =
    maxFeePerGas ?? gasPrice ?? suggestedFeeCap(baseFee ?? 0n, priorityFee, baseFees)
  if (isTipAboveCap(feeCap, maxPriorityFeePerGas ?? 0n)) {
    throw new InvalidTransactionRequest(
      'max priority fee per gas higher than max fee per gas',
      'tip above fee cap',
      { have: priorityFee, want: feeCap },
    )
  }
  return {
    type,
    maxFeePerGas: feeCap,
    maxPriorityFeePerGas: maxPriorityFeePerGas ?? (priorityFee < feeCap ? priorityFee : feeCap),
    ...(type === 3 && { maxFeePerBlobGas: request.maxFeePerBlobGas ?? 2n * blobBaseFee }),
  }
}

function typeFor(
  { accessList, authorizationList, blobVersionedHashes }: CallRequest,
  isOld: boolean,
): number {
  if (authorizationList !== undefined) return 4
  if (blobVersionedHashes !== undefined) return 3
  if (!isOld) return 2
  return accessList === undefined ? 0 : 1
}
