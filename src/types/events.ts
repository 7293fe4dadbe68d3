import type { Hex } from '../lib/hex.ts'
import type { ScenarioEvent } from './scenario.ts'
import type { EmptyRange } from './summary.ts'
import type { Log, Receipt, SignedTransaction } from './transaction.ts'
import type { Drop } from './transactionFate.ts'
import type { Flashblock, SealedBlock, View } from './view.ts'

/** A log with the block and receipt that it is in. */
export interface PlacedLog {
  readonly log: Log
  readonly block: View
  readonly receipt: Receipt
  /** Position in the block. */
  readonly logIndex: number
  /** Whether its block is no longer on the chain. */
  readonly removed: boolean
}

export interface PendingTransactionEvent {
  readonly transaction: SignedTransaction
}

export interface FlashblockEvent {
  readonly flashblock: Flashblock
}

export interface PendingLogsEvent {
  readonly flashblock: Flashblock
  /** The logs of the flashblock's own transactions, in order; never empty. */
  readonly logs: readonly PlacedLog[]
}

export interface BlockEvent {
  readonly block: SealedBlock
}

export interface LogsEvent {
  readonly block: SealedBlock
  /** All of the block, in order; never empty. */
  readonly logs: readonly PlacedLog[]
}

/** Blocks that left the chain and those that took their place, each list in ascending order. */
export interface ReorgEvent {
  readonly removed: readonly SealedBlock[]
  readonly added: readonly SealedBlock[]
}

/**
 * What happens on the chain, by channel. The first group has the names of `eth_subscribe`.
 * Each event is one frozen object for all its listeners, so it can be the key of a cache.
 */
/** A request and how it went. */
export interface RequestEvent {
  readonly method: string
  readonly args: readonly unknown[]
  /** Milliseconds of real time. */
  readonly durationMs: number
  /** Message of the error that was answered, if any. */
  readonly error: string | undefined
}

export interface ChainEvents {
  /** A transaction became executable in the pool. */
  readonly newPendingTransactions: PendingTransactionEvent
  /** A flashblock that has transactions. */
  readonly newFlashblockTransactions: FlashblockEvent
  readonly pendingLogs: PendingLogsEvent
  readonly newFlashblocks: FlashblockEvent
  readonly newHeads: BlockEvent
  /** The logs of a new block, or of one that a reorg removed, then with `removed: true`. */
  readonly logs: LogsEvent
  /** A block that has transactions. */
  readonly transactionReceipts: BlockEvent

  /** The same as `newHeads`, but many empty blocks at once where they may be made later. */
  readonly sealed: BlockEvent | { readonly empty: EmptyRange }
  /** A flashblock when it is built; clients can read it from `newFlashblocks` on. */
  readonly builtFlashblocks: FlashblockEvent
  /** A flashblock as the builder publishes it, after the node's own events about it. */
  readonly builderFlashblocks: FlashblockEvent
  /** Blocks were replaced by others; comes before the events of the individual blocks. */
  readonly reorg: ReorgEvent
  /** Blocks were removed because a snapshot was restored; no other event reports them. */
  readonly revert: { readonly removed: readonly SealedBlock[] }
  /** A transaction entered the pool after a nonce gap; `expectedNonce` is the one that is missing. */
  readonly queued: { readonly transaction: SignedTransaction; readonly expectedNonce: bigint }
  /** A transaction left the pool, the pending block or the chain. It may return to the pool. */
  readonly dropped: { readonly hash: Hex; readonly drop: Drop }
  /** What users set may have changed: cadence, clock, faults, the pool, moments to go back to. */
  readonly controls: Readonly<Record<string, never>>
  /** A request was answered. */
  readonly request: RequestEvent
  /** A step of a scenario was done, or the scenario came to an end. */
  readonly scenario: ScenarioEvent
}

export type Channel = keyof ChainEvents

/** What a polled filter collects. */
export type FilterSubject<Criteria = unknown> =
  /** `first`: the hash of a block to begin with. */
  | { readonly kind: 'blocks'; readonly first?: Hex | undefined }
  /** Transactions that become executable in the pool; `full`: whole transactions instead of hashes. */
  | { readonly kind: 'transactions'; readonly full: boolean }
  | {
      readonly kind: 'logs'
      /** The criteria as given, to search the chain with. */
      readonly criteria: Criteria
      readonly matches: (log: PlacedLog) => boolean
    }

/** What happened since the last poll, oldest first. */
export type FilterChanges =
  | { readonly kind: 'blocks'; readonly hashes: readonly Hex[] }
  | {
      readonly kind: 'transactions'
      readonly full: boolean
      readonly transactions: readonly SignedTransaction[]
    }
  | { readonly kind: 'logs'; readonly logs: readonly PlacedLog[] }
