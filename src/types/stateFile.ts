import type { Hex } from '../lib/hex.ts'
import type { LoadedFixture } from './fixture.ts'
import type { ChainRules } from './genesis.ts'
import type { StateTree } from './state.ts'
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

/** What was chosen for the headers of the next blocks. */
export interface StoredFields {
  /** Wei per gas, of the next block only. */
  readonly baseFeePerGas?: bigint | undefined
  /** 32 bytes, of the next block only. */
  readonly prevRandao?: Uint8Array | undefined
  /** 20 bytes. */
  readonly coinbase?: Uint8Array | undefined
  readonly gasLimit?: bigint | undefined
  readonly extraData?: Uint8Array | undefined
  /** The least gas price of transactions that blocks take, wei. */
  readonly minGasPrice?: bigint | undefined
}

/** Who sends without a key. */
export interface StoredImpersonation {
  readonly addresses: ReadonlySet<Hex>
  /** Everybody. */
  readonly auto: boolean
}

/** Empty blocks that are made when they are asked for. */
export interface StoredRun {
  readonly kind: 'run'
  readonly from: bigint
  readonly to: bigint
  /** Between the timestamps of two blocks. */
  readonly intervalSeconds: bigint
  /** Those that nobody can have. */
  readonly gap?: { readonly from: bigint; readonly to: bigint } | undefined
  /** After the last of them. */
  readonly state: StateTree
}

/** All of a chain that a file keeps. */
export interface StoredChain {
  readonly rules: ChainRules
  readonly clock: StoredClock
  readonly fields: StoredFields
  readonly impersonation: StoredImpersonation
  /** What declarative fixtures have named, without private keys. */
  readonly names?: LoadedFixture | undefined
  /** Waiting transactions, pre-confirmed ones first, then as they arrived. */
  readonly pool: readonly SignedTransaction[]
  /** Number of the newest block that no reorg takes back. */
  readonly final: bigint
  /**
   * Oldest first, each the parent of the next; between genesis and the second there may be others
   * that nobody has.
   */
  readonly blocks: readonly (SealedBlock | StoredRun)[]
}
