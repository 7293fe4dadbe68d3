import type { Hex } from '../../lib/hex.ts'
import type { Duration } from '../values.ts'

/** Sends a request to a live chain: an EIP-1193 provider's `request`, as viem's transports have it. */
export type ForkRequest = (request: {
  readonly method: string
  readonly params?: unknown
}) => Promise<unknown>

/** A live chain to fork, and how requests to it are made. */
export interface ForkOptions {
  /** `http(s)://`, `ws(s)://` or the path of an IPC socket; `URL@BLOCK` names the block too. @default none */
  url?: string | undefined
  /** Several URLs of the same chain, used in turn; when one fails, the next is tried. @default none */
  urls?: readonly string[] | undefined
  /** Instead of a URL: an EIP-1193 `request` function, or an object that has one. @default none */
  request?: ForkRequest | { readonly request: ForkRequest } | undefined
  /**
   * Number of the block to fork after, also in decimal or hex digits; a negative one counts back from the newest.
   * @default the newest block
   */
  blockNumber?: number | bigint | string | undefined
  /** Hash of the block to fork after. @default none */
  blockHash?: Hex | undefined
  /** Tag of the block to fork after. @default 'latest' */
  blockTag?: 'latest' | 'safe' | 'finalized' | undefined
  /** Forks before this transaction's block, and runs its transactions up to and including this one. @default none */
  transactionHash?: Hex | undefined
  /** Headers of each HTTP request. @default none */
  headers?: Readonly<Record<string, string>> | undefined
  /** The chain id that the live chain must have. @default any */
  chainId?: number | undefined
  /**
   * How long a fetch may take, retries included, such as `'10s'`.
   * @default '45s'
   */
  timeout?: Duration | undefined
  /** How many times a failed request is sent again. @default 5 */
  retries?: number | undefined
  /**
   * First wait before a retry, such as `'500ms'`; doubled each time.
   * @default '1s'
   */
  retryBackoff?: Duration | undefined
  /** Largest number of requests per second. @default no limit but what the live chain's node sets */
  requestsPerSecond?: number | undefined
  /** The same in the units that providers count in, 20 of which are about a request. @default no limit */
  computeUnitsPerSecond?: number | undefined
  /** Ignores the limits on requests and compute units. @default false */
  noRateLimit?: boolean | undefined
  /** Neither reads nor writes the cassette. @default false */
  noStorageCaching?: boolean | undefined
  /** Exchanges at the same time. @default 6 */
  concurrency?: number | undefined
  /** Requests in one batch. @default 100 */
  batchSize?: number | undefined
  /** A file, or a folder of such files, in which fetched state is recorded and from which it is replayed. @default none */
  cassette?: string | undefined
  /** Sends no requests: everything must be in the cassette. @default false */
  offline?: boolean | undefined
  /**
   * Records the cassette again instead of replaying it: what was written into it before this process
   * began gives way, or before a time, in seconds since 1970. Processes that are given the same time make
   * one recording.
   * @default false
   */
  refresh?: boolean | number | undefined
  /**
   * Whether values are checked by `eth_getProof` against the header of the fork block.
   * @default 'off'
   */
  proofs?: 'off' | 'auto' | 'required' | undefined
  /** Whether the live chain is asked what a call is likely to read. @default 'auto' */
  prefetch?: 'auto' | 'off' | undefined
  /** Whether the accounts of the mnemonic get their balance. @default 'fund' */
  accounts?: 'fund' | 'keep' | undefined
  /**
   * What goes on following the live chain: feeds by their pair, such as `ETH/USD`, or by their address, and accounts
   * with their balance, code and the slots that were read.
   * @default none
   */
  follow?: readonly string[] | undefined
  /**
   * How often it does, such as `'2s'`, by the devnet's clock.
   * @default '12s'
   */
  followEvery?: Duration | undefined
}
