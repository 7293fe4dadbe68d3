import type { Common } from '@ethereumjs/common'
import { type Blob4844Tx, type EOACode7702Tx, isBlob4844Tx, isEOACode7702Tx } from '@ethereumjs/tx'
import { isDeposit } from '../ethereumjs/protocol/sharedCommon.ts'
import { sidecarOf } from '../ethereumjs/transaction/blobSidecar.ts'
import { isFromContract } from '../execution/authorizations.ts'
import { floorGas, intrinsicGas, pricedOf } from '../execution/intrinsicGas.ts'
import { type BlockFees, feeCapsOf, isTipAboveCap, isUnderpaid } from '../execution/rules/fees.ts'
import { opStackOf } from '../execution/rules/opStack.ts'
import { fundsProblem, maxNonce, nonceProblem, upfrontCostOf } from '../execution/rules/sender.ts'
import type { Limits } from '../lib/limits.ts'
import type { SignedTransaction } from '../types/transaction.ts'
import {
  BlobCreateError,
  BlobFeeCapBelowMinimumError,
  BlobFeeCapTooLowError,
  BlobHashVersionError,
  BlockGasLimitError,
  FeeCapTooLowError,
  FloorGasTooLowError,
  GasLimitTooHighError,
  GasPriceBelowMinimumError,
  InitCodeTooLargeError,
  InsufficientFundsError,
  IntrinsicGasTooLowError,
  MissingSidecarError,
  NoAuthorizationsError,
  NoBlobsError,
  NonceMaxError,
  NonceTooLowError,
  OversizedDataError,
  SenderNotEoaError,
  SetCodeCreateError,
  SidecarVersionError,
  TipAboveFeeCapError,
  TooManyBlobsError,
  TypeNotSupportedError,
} from './poolErrors.ts'

/** What the pool asks of a state; a `StateTree` fits. */
export interface PoolState {
  /** `undefined` when there is no account at the 20-byte address. */
  account(address: Uint8Array): { readonly nonce: bigint; readonly balance: bigint } | undefined
  /** No bytes when the account has no code. */
  code(address: Uint8Array): Uint8Array
  /** 32 bytes. */
  storage(address: Uint8Array, slot: Uint8Array): Uint8Array
}

/** What the pool asks of the next block. */
export interface PoolRules {
  /**
   * The hardfork of the next block, with the parameters of `@ethereumjs/tx`.
   */
  readonly common: Common
  /** Gas limit of the block. */
  readonly gasLimit: bigint
  /** Wei per gas. @default 0 */
  readonly minTip?: bigint | undefined
  /** Whether those are taken too who cannot pay yet. @default false */
  readonly takesUnfunded?: boolean | undefined
  /** Whether blobs can have proofs of cells before Osaka. @default false */
  readonly takesEarlyCellProofs?: boolean | undefined
  /** How long an encoding may be. @default of any length */
  readonly limits?: Pick<Limits, 'transactionBytes' | 'blobTransactionBytes'> | undefined
}

/** The EIP that brought each type of envelope. */
const eipOfType = [undefined, 2930, 1559, 4844, 7702] as const

/** A blob base fee is never less, in wei per gas (EIP-4844). */
const minBlobBaseFee = 1n

/** First byte of a versioned hash, the only version there is (EIP-4844). */
const blobHashVersion = '0x01'

/**
 * Checks what needs no state. Throws a `PoolError`.
 * A decoder may refuse some of this first; the pool trusts no decoder.
 */
export function validateTransaction(transaction: SignedTransaction, rules: PoolRules): void {
  const { envelope, sender } = transaction
  const { common } = rules
  const eip = eipOfType[envelope.type]
  const isOfOthers = isBlob4844Tx(envelope) && opStackOf(common) !== undefined
  if (isOfOthers || isDeposit(envelope)) throw new TypeNotSupportedError(common.hardfork())
  if (eip !== undefined && !common.isActivatedEIP(eip)) {
    throw new TypeNotSupportedError(common.hardfork())
  }
  if (rules.limits !== undefined) validateSize(transaction, rules.limits)
  if (envelope.to === undefined && common.isActivatedEIP(3860)) {
    const limit = common.param('maxInitCodeSize')
    if (envelope.data.length > limit) throw new InitCodeTooLargeError(envelope.data.length, limit)
  }
  // Under EIP-8037 the cap is on a part of the gas that only execution knows.
  if (common.isActivatedEIP(7825) && !common.isActivatedEIP(8037)) {
    const cap = common.param('maxTransactionGasLimit')
    if (envelope.gasLimit > cap) throw new GasLimitTooHighError(envelope.gasLimit, cap)
  }
  if (envelope.gasLimit > rules.gasLimit)
    throw new BlockGasLimitError(envelope.gasLimit, rules.gasLimit)
  const { feeCap, tipCap } = feeCapsOf(envelope)
  if (isTipAboveCap(feeCap, tipCap)) throw new TipAboveFeeCapError(sender, tipCap, feeCap)
  const { minTip = 0n } = rules
  if (tipCap < minTip) throw new GasPriceBelowMinimumError(tipCap, minTip)
  if (envelope.nonce >= maxNonce) throw new NonceMaxError()
  validateGas(transaction)
  if (isBlob4844Tx(envelope)) {
    // Who is impersonated has signed nothing, so nothing can have come with it.
    const isWhole = transaction.sidecar !== undefined || transaction.isImpersonated === true
    validateBlobs(envelope, common, isWhole)
    validateSidecar(transaction, rules)
  }
  if (isEOACode7702Tx(envelope)) validateAuthorizations(envelope)
}

function validateSize(
  { envelope, raw, sidecar = raw }: SignedTransaction,
  limits: NonNullable<PoolRules['limits']>,
): void {
  const name = isBlob4844Tx(envelope) ? 'blobTransactionBytes' : 'transactionBytes'
  if (sidecar.length > limits[name])
    throw new OversizedDataError(name, sidecar.length, limits[name])
}

function validateGas(transaction: SignedTransaction): void {
  const { common, gasLimit } = transaction.envelope
  const priced = pricedOf(transaction)
  const intrinsic = intrinsicGas(priced, common)
  if (gasLimit < intrinsic) throw new IntrinsicGasTooLowError(gasLimit, intrinsic)
  const floor = floorGas(priced, common)
  if (gasLimit < floor) throw new FloorGasTooLowError(gasLimit, floor)
}

function validateBlobs(envelope: Blob4844Tx, common: Common, isWhole: boolean): void {
  if (envelope.to === undefined) throw new BlobCreateError()
  if (!isWhole) throw new MissingSidecarError()
  if (envelope.maxFeePerBlobGas < minBlobBaseFee) {
    throw new BlobFeeCapBelowMinimumError(envelope.maxFeePerBlobGas, minBlobBaseFee)
  }
  const hashes = envelope.blobVersionedHashes
  if (hashes.length === 0) throw new NoBlobsError()
  checkBlobCount(hashes.length, common)
  const wrong = hashes.findIndex((hash) => !hash.startsWith(blobHashVersion))
  if (wrong !== -1) throw new BlobHashVersionError(wrong)
}

/** Accepts both versions from Osaka on, as geth converts the older one. */
function validateSidecar(
  { sidecar }: SignedTransaction,
  { common, takesEarlyCellProofs = false }: PoolRules,
): void {
  if (sidecar === undefined || common.isActivatedEIP(7594) || takesEarlyCellProofs) return
  if (sidecarOf(sidecar).hasCellProofs) throw new SidecarVersionError()
}

/** Throws a `TooManyBlobsError` for more blobs than a transaction can have. */
export function checkBlobCount(count: number, common: Common): void {
  const limit = common.isActivatedEIP(7594)
    ? common.param('maxBlobsPerTx')
    : common.param('maxBlobGasPerBlock') / common.param('blobGasPerBlob')
  if (count > limit) throw new TooManyBlobsError(count, limit)
}

function validateAuthorizations(envelope: EOACode7702Tx): void {
  if (envelope.to === undefined) throw new SetCodeCreateError()
  if (envelope.authorizationList.length === 0) throw new NoAuthorizationsError()
}

/** Checks nonce, code and balance of the sender, and gives its nonce. A nonce gap is no error. Throws a `PoolError`. */
export function validateSender(
  transaction: SignedTransaction,
  state: PoolState,
  { takesUnfunded = false }: Pick<PoolRules, 'takesUnfunded'> = {},
): bigint {
  const { envelope, sender } = transaction
  const account = state.account(sender.bytes)
  const { balance = 0n, nonce = 0n } = account ?? {}
  if (nonceProblem(envelope.nonce, nonce) === 'tooLow') {
    throw new NonceTooLowError(envelope.nonce, nonce)
  }
  const code = state.code(sender.bytes)
  if (isFromContract(transaction, code)) throw new SenderNotEoaError(sender, code.length)
  if (takesUnfunded) return nonce
  const extra = opStackOf(envelope.common)?.extraCosts(transaction, state).fee ?? 0n
  const cost = upfrontCostOf(envelope) + extra
  if (fundsProblem(balance, cost) !== undefined) throw new InsufficientFundsError(balance, cost)
  return nonce
}

/**
 * Checks that the transaction pays the fees of the next block. The pool lets a cheaper one wait;
 * this is for a transaction that cannot wait, as in a block made for it alone. Throws a `PoolError`.
 */
export function validateFees(transaction: SignedTransaction, block: BlockFees): void {
  const { feeCap, blobFeeCap } = feeCapsOf(transaction.envelope)
  const { baseFee = 0n, blobBaseFee = 0n } = block
  if (isUnderpaid(feeCap, baseFee)) {
    const field = 'gasPrice' in transaction.envelope ? 'gasPrice' : 'maxFeePerGas'
    throw new FeeCapTooLowError(transaction.sender, feeCap, baseFee, field)
  }
  if (blobFeeCap !== undefined && isUnderpaid(blobFeeCap, blobBaseFee)) {
    throw new BlobFeeCapTooLowError(transaction.sender, blobFeeCap, blobBaseFee)
  }
}
