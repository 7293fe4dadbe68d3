import { isBlob4844Tx, type TypedTransaction } from '@ethereumjs/tx'
import { feeCapOf } from './fees.ts'

/** More wei than any account can hold. */
export const beyondAll = 2n ** 256n

/** What keeps a balance from covering the upfront cost. */
export type FundsProblem = 'insufficient' | 'beyondAnyBalance'

/** Asked by the pool, by the builder of a block and before execution; both in wei. */
export function fundsProblem(balance: bigint, cost: bigint): FundsProblem | undefined {
  if (balance >= cost) return undefined
  return cost >= beyondAll ? 'beyondAnyBalance' : 'insufficient'
}

/** Wei that the balance must cover: gas limit * fee cap + value + blob gas * blob fee cap. */
export function upfrontCost(
  gasLimit: bigint,
  feeCap: bigint,
  value: bigint,
  blobGas: bigint,
  blobFeeCap: bigint,
): bigint {
  return gasLimit * feeCap + value + blobGas * blobFeeCap
}

/** The `upfrontCost` of a transaction. */
export function upfrontCostOf(envelope: TypedTransaction): bigint {
  const { gasLimit, value } = envelope
  const feeCap = feeCapOf(envelope)
  if (!isBlob4844Tx(envelope)) return upfrontCost(gasLimit, feeCap, value, 0n, 0n)
  const blobGas = BigInt(envelope.numBlobs()) * envelope.common.param('blobGasPerBlob')
  return upfrontCost(gasLimit, feeCap, value, blobGas, envelope.maxFeePerBlobGas)
}

/** Highest nonce that an account may have: nothing can be sent with it (EIP-2681). */
export const maxNonce = 2n ** 64n - 1n

/** What keeps a nonce from being the next one of its account. */
export type NonceProblem = 'tooLow' | 'tooHigh' | 'atMaximum'

/** Asked by the pool, which lets `tooHigh` wait, by the builder of a block and before execution. */
export function nonceProblem(nonce: bigint, current: bigint): NonceProblem | undefined {
  if (nonce < current) return 'tooLow'
  if (nonce > current) return 'tooHigh'
  return nonce >= maxNonce ? 'atMaximum' : undefined
}
