import type { Hex } from '../lib/hex.ts'
import type { Duration } from './duration.ts'

/** Sends a request to a live chain: an EIP-1193 provider's `request`, as viem's transports have it. */
export type ForkRequest = (request: {
  readonly method: string
  readonly params?: unknown
}) => Promise<unknown>

/** A live chain to begin from, and how it is asked. */
export interface ForkOptions {
  /** `http(s)://`, `ws(s)://` or the path of an IPC socket; `URL@BLOCK` names the block too. */
  url?: string | undefined
  /** Several that are asked in turn; when one fails, the next. */
  urls?: readonly string[] | undefined
  /** Instead of a URL: an EIP-1193 `request` function, or an object that has one. */
  request?: ForkRequest | { readonly request: ForkRequest } | undefined
  /**
   * Number of the block to begin after, also in decimal or hex digits; a negative one counts back from the newest.
   * @default the newest block
   */
  blockNumber?: number | bigint | string | undefined
  blockHash?: Hex | undefined
  blockTag?: 'latest' | 'safe' | 'finalized' | undefined
  /** Begins before this transaction's block, and runs its transactions up to and with this one. */
  transactionHash?: Hex | undefined
  /** Of each HTTP request. */
  headers?: Readonly<Record<string, string>> | undefined
  /** What the live chain's id has to be. */
  chainId?: number | undefined
  /**
   * How long whatever is missing may take to come, retries included; a bare number is in milliseconds.
   * @default 45000
   */
  timeout?: Duration | undefined
  /** @default 5 */
  retries?: number | undefined
  /**
   * First wait before a retry, doubled each time; a bare number is in milliseconds.
   * @default 1000
   */
  retryBackoff?: Duration | undefined
  /** No more than that. @default no limit but what the upstream says */
  requestsPerSecond?: number | undefined
  /** The same in the units that providers count in, 20 of which are about a request. @default no limit */
  computeUnitsPerSecond?: number | undefined
  /** Sets the limits on requests and units aside. @default false */
  noRateLimit?: boolean | undefined
  /** Neither reads nor writes the cassette. @default false */
  noStorageCaching?: boolean | undefined
  /** Exchanges at the same time. @default 6 */
  concurrency?: number | undefined
  /** Requests in one batch. @default 100 */
  batchSize?: number | undefined
  /** A file, or a folder of such files, that keeps what was fetched: replayed where it is there. */
  cassette?: string | undefined
  /** Sends nothing out: all has to be in the cassette. @default false */
  offline?: boolean | undefined
  /** Forgets what the cassette has, and records it anew. @default false */
  refresh?: boolean | undefined
  /**
   * Whether values are checked by `eth_getProof` against the header of the fork block.
   * @default 'off'
   */
  proofs?: 'off' | 'auto' | 'required' | undefined
  /** Whether the live chain is asked what a call is likely to read. @default 'auto' */
  prefetch?: 'auto' | 'off' | undefined
  /** Whether the accounts of the mnemonic get their balance. @default 'fund' */
  accounts?: 'fund' | 'keep' | undefined
}
