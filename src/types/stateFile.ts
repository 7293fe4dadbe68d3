import type { Hex } from '../lib/hex.ts'
import type { LoadedFixture } from './fixture.ts'
import type { ChainRules } from './genesis.ts'
import type { StateTree } from './state.ts'
import type { SignedTransaction } from './transaction.ts'
import type { SealedBlock } from './view.ts'

/** A clock as a file keeps it. */
export interface StoredClock {
  /** Chain time in ms since 1970; absent for a real clock, which went on meanwhile. */
  readonly nowMs?: bigint | undefined
  /** Offset of chain time from real time, ms. */
  readonly offsetMs: bigint
  /** Seconds since 1970. */
  readonly nextTimestamp?: bigint | undefined
  readonly intervalSeconds?: bigint | undefined
}

/** Header fields and rules that were set for the next blocks. */
export interface StoredFields {
  /** Wei per gas, of the next block only. */
  readonly baseFeePerGas?: bigint | undefined
  /** 32 bytes, of the next block only. */
  readonly prevRandao?: Uint8Array | undefined
  /** 20 bytes. */
  readonly coinbase?: Uint8Array | undefined
  readonly gasLimit?: bigint | undefined
  /** The extra data, at most 32 bytes. */
  readonly extraData?: Uint8Array | undefined
  /** The lowest tip of transactions that are taken, wei per gas. */
  readonly minGasPrice?: bigint | undefined
}

/** The fields in the order of a file: as numbers, or as bytes of a length. */
export const storedForms = {
  baseFeePerGas: 'number',
  prevRandao: 32,
  coinbase: 20,
  gasLimit: 'number',
  extraData: 'bytes',
  minGasPrice: 'number',
} as const satisfies { readonly [Name in keyof StoredFields]-?: 'number' | 'bytes' | 20 | 32 }

/** Impersonated accounts. */
export interface StoredImpersonation {
  readonly addresses: ReadonlySet<Hex>
  /** Whether all accounts are impersonated. */
  readonly auto: boolean
}

/** The block of a live chain that a fork begins after. */
export interface ForkPoint {
  readonly chainId: number
  readonly number: bigint
  readonly hash: Hex
}

/** A run of empty blocks, which are made when they are read. */
export interface StoredRun {
  readonly kind: 'run'
  readonly from: bigint
  readonly to: bigint
  /** Seconds between the timestamps of two blocks. */
  readonly intervalSeconds: bigint
  /** Blocks of it that cannot be read. */
  readonly gap?: { readonly from: bigint; readonly to: bigint } | undefined
  /** State after the last of them. */
  readonly state: StateTree
}

/** Everything of a chain that a file keeps. */
export interface StoredChain {
  readonly rules: ChainRules
  /** The fork point of a file that has only the changes; beneath them is the live chain. */
  readonly fork?: ForkPoint | undefined
  readonly clock: StoredClock
  readonly fields: StoredFields
  readonly impersonation: StoredImpersonation
  /** The names that declarative fixtures have given, without private keys. */
  readonly names?: LoadedFixture | undefined
  /** Waiting transactions, pre-confirmed ones first, then as they arrived. */
  readonly pool: readonly SignedTransaction[]
  /** Number of the newest block that no reorg can remove. */
  readonly final: bigint
  /**
   * Oldest first, each the parent of the next; blocks between genesis and the second may be missing.
   */
  readonly blocks: readonly (SealedBlock | StoredRun)[]
}
