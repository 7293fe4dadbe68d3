import type { Hex } from '../lib/hex.ts'

/** What a request has and what it would need, in wei, gas, bytes or a nonce: for errors that are worded as another node words them. */
export interface Amounts {
  readonly have: bigint
  readonly want: bigint
  /** The field that they are of, where it can be one or another. */
  readonly field?: 'gasPrice' | 'maxFeePerGas' | 'maxPriorityFeePerGas' | undefined
  /** The nonce of the transaction that is in the way. */
  readonly nonce?: bigint | undefined
}

/**
 * A whole number: `10n`, `6`, `'0xff'`, `'1000000e6'`, `'1.5e18'`, or with a unit of Solidity as in
 * `'10 ether'`, `'1gwei'` and `'7 days'`.
 */
export type Amount = bigint | number | string

export type { Duration } from '../lib/units.ts'

/** What JSON can say. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject

export interface JsonObject {
  readonly [field: string]: Json
}

/** The newest sealed block, the pending block, two older blocks that no reorg reaches, and genesis. */
export type BlockTag = 'latest' | 'pending' | 'safe' | 'finalized' | 'earliest'

/** Identifies a block by tag, number or hash (EIP-1898), or the pending block as of one of its flashblocks. */
export type BlockId =
  | { readonly tag: BlockTag }
  | { readonly number: bigint }
  | { readonly hash: Hex; readonly requireCanonical?: boolean | undefined }
  | { readonly flashblock: number }
