import type { Hex } from '../lib/hex.ts'

/** What a devnet was forked from, and what came of there. No credentials are in it. */
export interface ForkInfo {
  /** Of the live chain. */
  readonly chainId: number
  readonly blockNumber: bigint
  readonly blockHash: Hex
  /** Scheme and host of each URL; none offline. */
  readonly upstreams: readonly string[]
  /** Whether nothing is sent out. */
  readonly offline: boolean
  /** Requests to the live chain that were not answered by what is known. */
  readonly requests: number
  /** Round trips: a batch is one. */
  readonly exchanges: number
  /** The file that keeps what was fetched. */
  readonly cassette?: string | undefined
  /** By what the hardforks of the local blocks are known. */
  readonly rules: 'schedule' | 'eth_config' | 'header' | 'latest'
  /** Whether what is fetched is proven by the fork block's state root. */
  readonly verified: boolean
  /** Why it is not, where that was wanted. */
  readonly whyNotVerified?: string | undefined
  /** Roots of the local blocks follow from the fork block's and from what was changed; they are not a trie's. */
  readonly stateRoots: 'derived'
}
