import type { Hex } from '../lib/hex.ts'
import type { ScenarioEvent } from './scenario.ts'
import type { Drop } from './transactionFate.ts'

/** The outcome of a transaction in a flashblock. */
export interface TransactionSummary {
  /** The id of the transaction. */
  readonly hash: Hex
  /** The sender. */
  readonly from: Hex
  /** `undefined` when it creates a contract. */
  readonly to: Hex | undefined
  /** The contract that it has created. */
  readonly contractAddress: Hex | undefined
  /** Wei that it sends. */
  readonly value: bigint
  /** What it calls with; `undefined` when it creates a contract. */
  readonly data: Hex | undefined
  /** `failure` when it reverted or ran out of gas. */
  readonly status: 'success' | 'failure'
  /** The gas that its sender paid for, after refunds. */
  readonly gasUsed: bigint
  /** Why it failed: the revert reason, or the EVM's error. */
  readonly reason: string | undefined
  /** What it reverted with, of a custom error for example; `undefined` when that is nothing. */
  readonly revertData: Hex | undefined
  /** Lines that its contracts printed with `console.log`. */
  readonly consoleLogs: readonly string[]
}

/** A flashblock: a part of the pending block. */
export interface FlashblockSummary {
  /** The block that it is a part of. */
  readonly blockNumber: bigint
  /** Its position in the block, from 0. */
  readonly index: number
  /** The outcomes of its own transactions, in order. */
  readonly transactions: readonly TransactionSummary[]
}

/** A sealed block. Times in seconds, fees in wei per gas. */
export interface BlockSummary {
  /** Its height, from 0 for genesis. */
  readonly number: bigint
  /** The hash of its header. */
  readonly hash: Hex
  /** Seconds since 1970. */
  readonly timestamp: bigint
  /** The hashes of its transactions, in order. */
  readonly transactions: readonly Hex[]
  /** The gas of all its transactions. */
  readonly gasUsed: bigint
  /** The highest gas that it can have. */
  readonly gasLimit: bigint
  /** Wei per gas; `undefined` before London. */
  readonly baseFeePerGas: bigint | undefined
}

/** Blocks that left the chain and those that replaced them, in ascending order. */
export interface ReorgSummary {
  /** The blocks that left the chain. */
  readonly removed: readonly BlockSummary[]
  /** The blocks that replaced them. */
  readonly added: readonly BlockSummary[]
}

/** A chain that was taken back. */
export interface RevertSummary {
  /** Number of the newest block now. */
  readonly blockNumber: bigint
  readonly blockHash: Hex
  /** How many blocks are gone. */
  readonly removed: number
}

/** A transaction in the pool that waits for another one of its sender. */
export interface QueuedSummary {
  readonly hash: Hex
  readonly from: Hex
  readonly nonce: bigint
  /** The nonce that is missing. */
  readonly expectedNonce: bigint
}

/** A transaction that was dropped, and why. */
export type DroppedSummary = { readonly hash: Hex } & Drop

/** A request, or a WebSocket, that was refused for where it comes from. */
export interface RefusalSummary {
  /** The header that says so. */
  readonly header: 'Host' | 'Origin'
  /** What the header says. */
  readonly value: string
  /** Why it was refused, and what to do. */
  readonly reason: string
}

/** A request that was answered. */
export interface RequestSummary {
  /** The name as the client gave it, such as `eth_call`. */
  readonly method: string
  /** Milliseconds of real time until its answer. */
  readonly durationMs: number
  /** Message of the error that was answered, if any. */
  readonly error: string | undefined
  /** The custom error that a known contract reverted with: `TooLittle(5, 9)`. */
  readonly solidityError?: string | undefined
  /** The lines of contracts that a failure went through, the error first. */
  readonly solidityStack?: string | undefined
}

/** Blocks without transactions one after the other, which may not be made before they are read. */
export interface EmptyRange {
  /** Number of the first one. */
  readonly from: bigint
  /** Number of the last one. */
  readonly to: bigint
  /** The time of the last one, in seconds. */
  readonly timestamp: bigint
}

/** What listeners of a devnet receive, by event. */
export interface DevnetEvents {
  /** Lines that contracts printed with `console.log` during an `eth_call`. */
  readonly console: (lines: readonly string[]) => void
  /** A request was answered, with a result or an error. */
  readonly request: (request: RequestSummary) => void
  /** A request or WebSocket that a server refused for its `Host` or `Origin`. */
  readonly refused: (refusal: RefusalSummary) => void
  /** A flashblock was published. */
  readonly flashblock: (flashblock: FlashblockSummary) => void
  /** The same as `flashblock`, for flashblocks with transactions. */
  readonly filledFlashblock: (flashblock: FlashblockSummary) => void
  /** A block was sealed. */
  readonly block: (block: BlockSummary) => void
  /**
   * The same as `block`, but many empty blocks that one request mines are reported at once: they are made when the
   * chain is read, which a listener of `block` does.
   */
  readonly blocks: (sealed: BlockSummary | EmptyRange) => void
  /** Blocks were replaced by others, by a fault or on request. */
  readonly reorg: (reorg: ReorgSummary) => void
  /** A snapshot was restored, or the chain was reset: blocks after the head are gone. */
  readonly revert: (revert: RevertSummary) => void
  /** A transaction entered the pool after a nonce gap, so no block can take it yet. */
  readonly queued: (queued: QueuedSummary) => void
  /** A transaction left the pool, the pending block or the chain. It may return to the pool. */
  readonly dropped: (dropped: DroppedSummary) => void
  /** A step of a scenario was done, or the scenario came to an end. */
  readonly scenario: (event: ScenarioEvent) => void
  /** A failure outside of a request, or an internal error; printed when there is no listener. */
  readonly error: (error: unknown) => void
}
