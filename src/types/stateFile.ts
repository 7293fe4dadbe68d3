import type { ChainRules } from './genesis.ts'
import type { SignedTransaction } from './transaction.ts'
import type { SealedBlock } from './view.ts'

/** A clock as a file keeps it. */
export interface StoredClock {
  /** Chain time in ms since 1970; none of a clock that goes by itself, and went on meanwhile. */
  readonly nowMs?: bigint | undefined
  /** How far chain time is moved, ms. */
  readonly offsetMs: bigint
  /** Seconds since 1970. */
  readonly nextTimestamp?: bigint | undefined
  readonly intervalSeconds?: bigint | undefined
}

/** All of a chain that a file keeps. */
export interface StoredChain {
  readonly rules: ChainRules
  readonly clock: StoredClock
  /** Waiting transactions, pre-confirmed ones first, then as they arrived. */
  readonly pool: readonly SignedTransaction[]
  /** Oldest first, each the parent of the next. */
  readonly blocks: readonly SealedBlock[]
}
