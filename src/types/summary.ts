import type { Hex } from '../lib/hex.ts'

/** What came of a transaction in a flashblock. */
export interface TransactionSummary {
  readonly hash: Hex
  readonly from: Hex
  /** None: it creates a contract. */
  readonly to: Hex | undefined
  readonly status: 'success' | 'failure'
  readonly gasUsed: bigint
  /** Why it failed: the revert reason, or the EVM's words. */
  readonly reason: string | undefined
  /** Lines that its contracts gave to `console.log`. */
  readonly consoleLogs: readonly string[]
}

/** A flashblock: its part of the block under construction. */
export interface FlashblockSummary {
  readonly blockNumber: bigint
  readonly index: number
  readonly transactions: readonly TransactionSummary[]
}

/** A sealed block. Times in seconds, fees in wei per gas. */
export interface BlockSummary {
  readonly number: bigint
  readonly hash: Hex
  readonly timestamp: bigint
  readonly transactions: readonly Hex[]
  readonly gasUsed: bigint
  readonly gasLimit: bigint
  readonly baseFeePerGas: bigint | undefined
}

/** Blocks that left the chain, and those in their place; numbers ascending. */
export interface ReorgSummary {
  readonly removed: readonly BlockSummary[]
  readonly added: readonly BlockSummary[]
}

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
  readonly method: string
  readonly durationMs: number
  /** What was answered instead of a result. */
  readonly error: string | undefined
}
