import type { Hex } from '../lib/hex.ts'
import type { FaultId, FaultKind } from './fault.ts'
import type { MiningMode } from './options/options.ts'

/** When a transaction last reached each status: chain time, ms since 1970. Absent when it never did, or before it was recorded. */
export interface FateTimes {
  readonly pooledMs?: number | undefined
  readonly preconfirmedMs?: number | undefined
  readonly sealedMs?: number | undefined
  readonly droppedMs?: number | undefined
}

/**
 * Why a transaction was dropped without being sealed.
 * - `replaced`: in the pool, by another with the same nonce and higher fees.
 * - `nonceUsed`: another transaction or an authorization (EIP-7702) used its nonce.
 * - `invalid`: no block can take it; `message` says why.
 * - `reorged`: its block left the chain, and it did not return to the pool.
 * - `removed`: it was removed from the pool on request.
 * - `fault`: an injected fault removed it from its block at the seal.
 */
export type Drop =
  | { readonly reason: 'replaced'; readonly replacedBy: Hex }
  | { readonly reason: 'nonceUsed' }
  | { readonly reason: 'invalid'; readonly message: string }
  | { readonly reason: 'reorged'; readonly blockNumber: bigint; readonly blockHash: Hex }
  | { readonly reason: 'removed' }
  | { readonly reason: 'fault'; readonly fault: FaultName }

/** The id and kind of an injected fault. */
export interface FaultName {
  readonly id: FaultId
  readonly kind: FaultKind
}

/** What has become of a transaction. Indexes count from 0. */
export type TransactionFate =
  | { readonly status: 'unknown'; readonly hash: Hex }
  | {
      readonly status: 'pooled'
      readonly hash: Hex
      /** Whether there is no nonce gap before it. */
      readonly executable: boolean
      readonly times: FateTimes
    }
  | ({
      readonly status: 'preconfirmed'
      readonly hash: Hex
      readonly times: FateTimes
    } & PreconfirmedPlace)
  | ({ readonly status: 'sealed'; readonly hash: Hex; readonly times: FateTimes } & SealedPlace)
  | ({ readonly status: 'dropped'; readonly hash: Hex; readonly times: FateTimes } & Drop)

/** Where a pre-confirmed transaction is. */
export interface PreconfirmedPlace {
  readonly blockNumber: bigint
  readonly flashblockIndex: number
  /** Position in the block. */
  readonly transactionIndex: number
}

/** Where a sealed transaction is. */
export interface SealedPlace {
  readonly blockNumber: bigint
  readonly blockHash: Hex
  readonly transactionIndex: number
}

interface Because<Reason extends string, Details = Record<never, never>> {
  readonly hash: Hex
  readonly reason: Reason
  /** A sentence with the values, and what to do. */
  readonly message: string
  readonly details: Details
}

/**
 * Why a transaction is not included, or where it is. Fees in wei per gas, balances in wei.
 *
 * - Not in the pool: `sealed`, `preconfirmed`, `dropped`, `unknown`.
 * - `fault`: an injected fault dropped it, or is armed to drop it at the seal.
 * - `unpublished`: it is in a flashblock that was built, but a fault keeps it from being published.
 * - Something keeps it out: `nonceGap`, `nonceTooLow`, `behindAnother` (of the same sender),
 *   `feeBelowBaseFee`, `blobFeeBelowBlobBaseFee`, `insufficientFunds`, `blockGasExceeded` (a later
 *   block has room), `blockGasLimitExceeded` (none has), `blockBlobGasExceeded`,
 *   `blockSizeExceeded`, `senderNotEoa`, `awaitingState` (of a live chain), `invalid`.
 * - Nothing keeps it out: `cadence` (blocks are made on request only), `waiting`.
 */
export type TransactionReason =
  | Because<'unknown'>
  | Because<'sealed', SealedPlace>
  | Because<'preconfirmed', PreconfirmedPlace>
  | Because<'dropped', Exclude<Drop, { readonly reason: 'fault' }>>
  | Because<'fault', FaultName>
  | PoolExplanation

/** The request by which a transaction came. */
export interface SentBy {
  /** The method, such as `eth_sendRawTransaction`. */
  readonly method: string
  /** The origin of a web page, the id of a connection, or `HTTP`. */
  readonly client: string
}

/** What a transaction says, of one that is in no block and no pool. Data of more than 4096 bytes are cut. */
export interface TransactionContent {
  readonly from: Hex
  readonly to: Hex | undefined
  readonly value: bigint
  readonly nonce: bigint
  readonly data: Hex
}

/** A `TransactionReason` with a sentence for people, and what is remembered of the transaction. */
export type TransactionExplanation = TransactionReason & {
  /** The transaction by name, where it is, and what came of it or what to do. */
  readonly summary: string
  /** Absent when this chain sent it by itself, and after the newest 10,000. */
  readonly sentBy?: SentBy | undefined
  /** What a dropped transaction said, while it is one of the newest 1,000. */
  readonly content?: TransactionContent | undefined
}

/** Why a transaction is still in the pool. */
export type PoolExplanation =
  | Because<
      'nonceGap',
      { readonly nonce: bigint; readonly accountNonce: bigint; readonly missingNonce: bigint }
    >
  | Because<'nonceTooLow', { readonly nonce: bigint; readonly accountNonce: bigint }>
  | Because<'behindAnother', { readonly nonce: bigint; readonly blockedBy: PoolExplanation }>
  | Because<
      'feeBelowBaseFee',
      {
        readonly maxFeePerGas: bigint
        readonly baseFeePerGas: bigint
        readonly blockNumber: bigint
      }
    >
  | Because<
      'blobFeeBelowBlobBaseFee',
      {
        readonly maxFeePerBlobGas: bigint
        readonly blobBaseFee: bigint
        readonly blockNumber: bigint
      }
    >
  | Because<'insufficientFunds', { readonly needs: bigint; readonly has: bigint }>
  | Because<
      'blockGasExceeded' | 'blockGasLimitExceeded',
      { readonly gasLimit: bigint; readonly gasLeft: bigint; readonly blockGasLimit: bigint }
    >
  | Because<'blockBlobGasExceeded', { readonly blobGas: bigint; readonly blobGasUsed: bigint }>
  | Because<'blockSizeExceeded', { readonly size: number; readonly sizeUsed: number }>
  | Because<'senderNotEoa', { readonly sender: Hex }>
  | Because<'invalid' | 'awaitingState'>
  | Because<'unpublished', { readonly blockNumber: bigint }>
  | Because<'cadence' | 'waiting', { readonly mining: MiningMode; readonly paused: boolean }>
