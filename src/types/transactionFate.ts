import type { Hex } from '../lib/hex.ts'
import type { FaultId, FaultKind } from './fault.ts'
import type { MiningMode } from './options/options.ts'

/** When a transaction last reached each status: chain time, ms since 1970. Absent when it never did, or before it was recorded. */
export interface FateTimes {
  /** When the pool took it. */
  readonly pooledMs?: number | undefined
  /** When the flashblock with it was published. */
  readonly preconfirmedMs?: number | undefined
  /** When its block was sealed. */
  readonly sealedMs?: number | undefined
  /** When it was dropped. */
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
  /** The id by which `faults.remove` removes it. */
  readonly id: FaultId
  /** Such as `dropAtSeal`. */
  readonly kind: FaultKind
}

/** What has become of a transaction. Indexes count from 0. */
export type TransactionFate =
  | { readonly status: 'unknown'; readonly hash: Hex }
  | {
      readonly status: 'pooled'
      /** The id of the transaction. */
      readonly hash: Hex
      /** Whether there is no nonce gap before it. */
      readonly executable: boolean
      /** When it reached each status. */
      readonly times: FateTimes
    }
  | ({
      readonly status: 'preconfirmed'
      /** The id of the transaction. */
      readonly hash: Hex
      /** When it reached each status. */
      readonly times: FateTimes
    } & PreconfirmedPlace)
  | ({ readonly status: 'sealed'; readonly hash: Hex; readonly times: FateTimes } & SealedPlace)
  | ({ readonly status: 'dropped'; readonly hash: Hex; readonly times: FateTimes } & Drop)

/** Where a pre-confirmed transaction is. */
export interface PreconfirmedPlace {
  /** The open block that it is in. */
  readonly blockNumber: bigint
  /** The flashblock of that block with it, from 0. */
  readonly flashblockIndex: number
  /** Position in the block. */
  readonly transactionIndex: number
}

/** Where a sealed transaction is. */
export interface SealedPlace {
  /** The block that it is in. */
  readonly blockNumber: bigint
  /** The hash of that block. */
  readonly blockHash: Hex
  /** Position in the block. */
  readonly transactionIndex: number
}

interface Because<Reason extends string, Details = Record<never, never>> {
  /** The id of the transaction. */
  readonly hash: Hex
  /** The reason as a word, to decide by. */
  readonly reason: Reason
  /** A sentence with the values, and what to do. */
  readonly message: string
  /** The values that the reason depends on. */
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
  /** The sender. */
  readonly from: Hex
  /** `undefined` when it creates a contract. */
  readonly to: Hex | undefined
  /** Wei that it sends. */
  readonly value: bigint
  /** Its number among those of its sender, from 0. */
  readonly nonce: bigint
  /** What it calls with, or the code that creates the contract. */
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
        /** What it pays at most. */
        readonly maxFeePerGas: bigint
        /** What the block asks for. */
        readonly baseFeePerGas: bigint
        /** The block that it does not get into. */
        readonly blockNumber: bigint
      }
    >
  | Because<
      'blobFeeBelowBlobBaseFee',
      {
        /** What it pays at most. */
        readonly maxFeePerBlobGas: bigint
        /** What the block asks for. */
        readonly blobBaseFee: bigint
        /** The block that it does not get into. */
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
