import type { Address } from '@ethereumjs/util'
import type { Hex } from '../lib/hex.ts'
import { limitWords } from '../lib/limits.ts'
import type { Amounts } from '../types/values.ts'
import { checksumAddress } from '../wallet/checksumAddress.ts'

/**
 * Why the pool refuses a transaction, in geth's words where geth has any: clients match on them.
 * `code` is the JSON-RPC error code, `name` stays the same in minified builds.
 */
export abstract class PoolError extends Error {
  readonly code = -32000
  abstract override readonly name: string
  readonly amounts: Amounts | undefined
  /** The reason and the remedy, where the message is fixed. */
  data?: string | undefined

  constructor(message: string, amounts?: Amounts) {
    super(message)
    this.amounts = amounts
  }
}

/** The sender's account is past this nonce. */
export class NonceTooLowError extends PoolError {
  override readonly name = 'NonceTooLowError'
  constructor(nonce: bigint, expected: bigint) {
    super('nonce too low', { have: nonce, want: expected })
  }
}

/** A nonce before it is missing, and there is no waiting for it. Hardhat's words. */
export class NonceTooHighError extends PoolError {
  override readonly name = 'NonceTooHighError'
  constructor(expected: bigint, nonce: bigint) {
    super(
      `Nonce too high. Expected nonce to be ${expected} but got ${nonce}. Note that transactions can't be queued when automining.`,
    )
  }
}

/** The transaction executes a message of another chain that is not there, or not as it says. op-geth's words. */
export class TransactionFilteredError extends PoolError {
  override readonly name = 'TransactionFilteredError'
  constructor(problem: string) {
    super(`transaction filtered out: ${problem}`)
  }
}

/** The nonce is further from the account's than the network's pool takes them. */
export class NonceTooFarError extends PoolError {
  override readonly name = 'NonceTooFarError'
  constructor(nonce: bigint, next: bigint, most: number) {
    super(`nonce too high: next nonce ${next}, tx nonce ${nonce}; the pool takes the next ${most}`)
  }
}

/** The balance does not cover gas limit * fee cap + value + blob gas * blob fee cap. */
export class InsufficientFundsError extends PoolError {
  override readonly name = 'InsufficientFundsError'
  constructor(balance: bigint, cost: bigint) {
    super('insufficient funds for gas * price + value', { have: balance, want: cost })
  }
}

/** The blobs come with proofs of cells, which networks take from Osaka on. */
export class SidecarVersionError extends PoolError {
  override readonly name = 'SidecarVersionError'
  constructor() {
    super('unexpected sidecar version, want: 0, got: 1')
  }
}

/** The same transaction is in the pool, pending or queued. */
export class AlreadyKnownError extends PoolError {
  override readonly name = 'AlreadyKnownError'
  readonly hash: Hex

  constructor(hash: Hex) {
    super('already known')
    this.hash = hash
  }
}

/** Another transaction has this nonce, and its fees are not raised by the price bump. */
export class ReplacementUnderpricedError extends PoolError {
  override readonly name = 'ReplacementUnderpricedError'
  constructor(raise: Amounts) {
    super('replacement transaction underpriced', raise)
  }
}

/** The pool holds as many transactions as it may, or as many bytes; of foreign pages half of it. */
export class PoolFullError extends PoolError {
  override readonly name = 'PoolFullError'
  constructor(name: 'poolTransactions' | 'poolBytes', limit: number, isForeign: boolean) {
    const words = limitWords(name, limit, name === 'poolBytes' ? 'bytes' : '')
    super(`txpool is full: ${words}${isForeign ? ', of which half is for other clients' : ''}`)
  }
}

/** The encoding of the transaction is too long. */
export class OversizedDataError extends PoolError {
  override readonly name = 'OversizedDataError'
  constructor(name: 'transactionBytes' | 'blobTransactionBytes', size: number, limit: number) {
    const amounts = { have: BigInt(size), want: BigInt(limit) }
    super(
      `oversized data: transaction size ${size}, limit ${limit}: ${limitWords(name, limit, 'bytes')}`,
      amounts,
    )
  }
}

/** The hardfork of the next block does not know the type of the transaction. */
export class TypeNotSupportedError extends PoolError {
  override readonly name = 'TypeNotSupportedError'
  constructor(hardfork: string) {
    super(`transaction type not supported: transaction type not valid at hardfork ${hardfork}`)
  }
}

/** The init code of a contract creation is too long (EIP-3860). */
export class InitCodeTooLargeError extends PoolError {
  override readonly name = 'InitCodeTooLargeError'
  constructor(size: number, limit: bigint) {
    const amounts = { have: BigInt(size), want: limit }
    super(`max initcode size exceeded: code size ${size}, limit ${limit}`, amounts)
  }
}

/** The gas limit is over what one transaction may have (EIP-7825). */
export class GasLimitTooHighError extends PoolError {
  override readonly name = 'GasLimitTooHighError'
  constructor(gasLimit: bigint, cap: bigint) {
    const amounts = { have: gasLimit, want: cap }
    super(`transaction gas limit too high (cap: ${cap}, tx: ${gasLimit})`, amounts)
  }
}

/** The transaction would fit into no block. */
export class BlockGasLimitError extends PoolError {
  override readonly name = 'BlockGasLimitError'
  constructor(gasLimit: bigint, blockGasLimit: bigint) {
    const amounts = { have: gasLimit, want: blockGasLimit }
    super('intrinsic gas too high -- exceeds block gas limit', amounts)
  }
}

/** The gas limit is less than what is due before any code runs. */
export class IntrinsicGasTooLowError extends PoolError {
  override readonly name = 'IntrinsicGasTooLowError'
  constructor(gasLimit: bigint, needed: bigint) {
    const amounts = { have: gasLimit, want: needed }
    super(`intrinsic gas too low: gas ${gasLimit}, minimum needed ${needed}`, amounts)
  }
}

/** The gas limit is less than what the size of the data asks for (EIP-7623). */
export class FloorGasTooLowError extends PoolError {
  override readonly name = 'FloorGasTooLowError'
  constructor(gasLimit: bigint, needed: bigint) {
    // viem and ethers know the first half, geth says the second.
    super(
      `intrinsic gas too low: insufficient gas for floor data gas cost: gas ${gasLimit}, minimum needed ${needed}`,
      { have: gasLimit, want: needed },
    )
  }
}

/** The tip cap is higher than the fee cap that includes it. */
export class TipAboveFeeCapError extends PoolError {
  override readonly name = 'TipAboveFeeCapError'
  constructor(sender: Address, tipCap: bigint, feeCap: bigint) {
    super(
      `max priority fee per gas higher than max fee per gas: address ${checksumAddress(sender.bytes)}, maxPriorityFeePerGas: ${tipCap}, maxFeePerGas: ${feeCap}`,
      { have: tipCap, want: feeCap },
    )
  }
}

/** The account could never send again after this nonce (EIP-2681). */
export class NonceMaxError extends PoolError {
  override readonly name = 'NonceMaxError'
  constructor() {
    super('nonce has max value')
  }
}

/** The sender is a contract (EIP-3607). */
export class SenderNotEoaError extends PoolError {
  override readonly name = 'SenderNotEoaError'
  constructor(sender: Address, codeSize: number) {
    super(`sender not an eoa: address ${checksumAddress(sender.bytes)}, len(code): ${codeSize}`)
  }
}

/** What the fee cap of a transaction is called. */
type FeeField = 'gasPrice' | 'maxFeePerGas'

/** The fee cap does not pay the base fee of the next block. */
export class FeeCapTooLowError extends PoolError {
  override readonly name = 'FeeCapTooLowError'
  constructor(sender: Address, feeCap: bigint, baseFee: bigint, field: FeeField) {
    super(
      `max fee per gas less than block base fee: address ${checksumAddress(sender.bytes)}, maxFeePerGas: ${feeCap}, baseFee: ${baseFee}`,
      { have: feeCap, want: baseFee, field },
    )
  }
}

/** The blob fee cap does not pay the blob base fee of the next block. */
export class BlobFeeCapTooLowError extends PoolError {
  override readonly name = 'BlobFeeCapTooLowError'
  constructor(sender: Address, blobFeeCap: bigint, blobBaseFee: bigint) {
    super(
      `max fee per blob gas less than block blob gas fee: address ${checksumAddress(sender.bytes)} blobGasFeeCap: ${blobFeeCap}, blobBaseFee: ${blobBaseFee}`,
    )
  }
}

/** The blob fee cap is below the least that a blob base fee can be (EIP-4844). */
export class BlobFeeCapBelowMinimumError extends PoolError {
  override readonly name = 'BlobFeeCapBelowMinimumError'
  constructor(blobFeeCap: bigint, minimum: bigint) {
    super(
      `transaction gas price below minimum: blob fee cap ${blobFeeCap}, minimum needed ${minimum}`,
    )
  }
}

/** The gas price is below the least that the pool takes. */
export class GasPriceBelowMinimumError extends PoolError {
  override readonly name = 'GasPriceBelowMinimumError'
  constructor(tipCap: bigint, minimum: bigint) {
    super(`transaction gas price below minimum: gas tip cap ${tipCap}, minimum needed ${minimum}`)
  }
}

/** A blob transaction names no blob (EIP-4844). */
export class NoBlobsError extends PoolError {
  override readonly name = 'NoBlobsError'
  constructor() {
    super('blobless blob transaction')
  }
}

/** A blob transaction comes in the form of blocks, without its blobs (EIP-4844). */
export class MissingSidecarError extends PoolError {
  override readonly name = 'MissingSidecarError'
  constructor() {
    super('missing sidecar in blob transaction')
  }
}

/** More blobs than one transaction may have (EIP-4844, EIP-7594). */
export class TooManyBlobsError extends PoolError {
  override readonly name = 'TooManyBlobsError'
  constructor(count: number, limit: bigint) {
    super(`too many blobs in transaction: have ${count}, permitted ${limit}`)
  }
}

/** A versioned hash is of a version other than 1 (EIP-4844). */
export class BlobHashVersionError extends PoolError {
  override readonly name = 'BlobHashVersionError'
  constructor(index: number) {
    super(`blob ${index} has invalid hash version`)
  }
}

/** A blob transaction without a recipient (EIP-4844). */
export class BlobCreateError extends PoolError {
  override readonly name = 'BlobCreateError'
  constructor() {
    super('blob transaction of type create')
  }
}

/** A set code transaction without an authorization (EIP-7702). */
export class NoAuthorizationsError extends PoolError {
  override readonly name = 'NoAuthorizationsError'
  constructor() {
    super('set code tx must have at least one authorization tuple')
  }
}

/** A set code transaction without a recipient (EIP-7702). */
export class SetCodeCreateError extends PoolError {
  override readonly name = 'SetCodeCreateError'
  constructor() {
    super('EIP-7702 transaction cannot be used to create contract')
  }
}
