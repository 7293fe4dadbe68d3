import type { Hex } from '../lib/hex.ts'
import type { Json } from './values.ts'

/** The live chain that a devnet was forked from, and how much was fetched. Contains no credentials. */
export interface ForkInfo {
  /** The chain id of the live chain. */
  readonly chainId: number
  /** The block that the devnet starts from. */
  readonly blockNumber: bigint
  /** The hash of that block. */
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

/** Requests of state to a live chain by key, without the block, which comes last. */
export type FollowRequests = ReadonlyMap<
  string,
  { readonly method: string; readonly params: readonly Json[] }
>

/** The answers of the live chain to them, by the same keys. */
export type FollowAnswers = Readonly<Record<string, Json>>

/** The block that a fork is to begin from. A negative number counts back from the newest. */
export type BlockChoice =
  | { readonly tag: 'latest' | 'safe' | 'finalized' | 'earliest' }
  | { readonly number: bigint }
  | { readonly hash: Hex }
  | { readonly transactionHash: Hex }

/** An EIP-1193 function, a provider that has one, or a transport of viem, which makes one. */
export type RequestSource =
  | ((argument: never) => unknown)
  | { readonly request: (argument: never) => unknown }

/** A URL, the path of an IPC socket, or a function to ask. */
export type UpstreamSource = string | RequestSource

/** How a live chain is asked. */
export interface UpstreamOptions {
  /** URLs of the same chain, which take turns; a failing one is skipped. */
  readonly sources: readonly UpstreamSource[]
  /** Which chain it is for errors, where there are several. */
  readonly role?: string | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Within which an answer comes, whatever has to be tried for it, ms. @default 45000 */
  readonly timeoutMs?: number | undefined
  /** How often a request is tried again. @default 5 */
  readonly retries?: number | undefined
  /** Before the first of them, doubled before each other, ms. @default 1000 */
  readonly retryBackoffMs?: number | undefined
  /** No limit unless given. */
  readonly requestsPerSecond?: number | undefined
  /** How many of the first requests that limit does not count. @default 0 */
  readonly uncounted?: number | undefined
  /** Exchanges at once with each. @default 6 */
  readonly concurrency?: number | undefined
  /** Requests in a batch, at first. @default 100 */
  readonly batchSize?: number | undefined
  /** Bytes of an answer, unpacked. @default 33554432 */
  readonly maxBytes?: number | undefined
}

/** Where a fork begins, and where its facts come from. */
export interface ForkSourceOptions {
  /** None: only the cassette is read, as `offline` has it. */
  readonly upstream?: UpstreamOptions | undefined
  /** @default the cassette's block, else the newest */
  readonly block?: BlockChoice | undefined
  /** The chain, so that the upstream need not be asked for it. */
  readonly chainId?: number | undefined
  /** A file that ends with `.jsonl` or `.jsonl.gz`, or a folder of such. */
  readonly cassette?: string | undefined
  /** Nothing is sent: what the cassette lacks is an error. @default false */
  readonly offline?: boolean | undefined
  /** What was written into the cassette before this time gives way, its block too; ms since 1970. */
  readonly refreshSinceMs?: number | undefined
  /** Whether values are proven by the block's state root. @default 'off' */
  readonly proofs?: 'off' | 'auto' | 'required' | undefined
  /** Whether the upstream is asked what a call will read. @default 'auto' */
  readonly prefetch?: 'auto' | 'off' | undefined
}

/** Where a fork begins and how its live chain is asked: checked, in the units of the code. */
export interface ForkSettings {
  readonly source: ForkSourceOptions
  /** Whether the accounts of the mnemonic get their balance. */
  readonly fundsAccounts: boolean
  /** Feeds and accounts that go on following the live chain. */
  readonly follow: readonly string[]
  /** How often they do, in milliseconds of the devnet's clock. */
  readonly followEveryMs: number
}
