import type { Hex } from '../lib/hex.ts'

/** The live chain that a devnet was forked from, and how much was fetched. Contains no credentials. */
export interface ForkInfo {
  /** The chain id of the live chain. */
  readonly chainId: number
  readonly blockNumber: bigint
  readonly blockHash: Hex
  /** Scheme and host of each URL; none offline. */
  readonly upstreams: readonly string[]
  /** Whether no requests are sent. */
  readonly offline: boolean
  /** Requests that were sent to the live chain. */
  readonly requests: number
  /** Round trips: a batch is one. */
  readonly exchanges: number
  /** The file in which fetched state is recorded. */
  readonly cassette?: string | undefined
  /** What was asked for offline and is not in the cassette, as the errors name it. */
  readonly missing: readonly string[]
  /** Where the hardforks of the local blocks come from. */
  readonly rules: 'schedule' | 'eth_config' | 'header' | 'latest'
  /** Whether fetched values are proven by the fork block's state root. */
  readonly verified: boolean
  /** Why it is not verified, when proofs were asked for. */
  readonly whyNotVerified?: string | undefined
  /**
   * Whether the newest block's state root is that of its trie, as of a fork that is verified; or follows
   * from the fork block's root and from what was changed.
   */
  readonly stateRoots: 'true' | 'derived'
}
