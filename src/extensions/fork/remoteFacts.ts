import type { Hex } from '../../lib/hex.ts'
import type { FollowAnswers, FollowRequests, UpstreamSource } from '../../types/fork.ts'
import type { Json, JsonObject } from '../../types/values.ts'
import type { Bytes, RemoteAccount, RemoteStore } from './remoteStore.ts'

/** The block that a fork begins from: found once, then known by its hash. */
export interface ForkBlock {
  readonly chainId: number
  readonly number: bigint
  readonly hash: Hex
  readonly stateRoot: Hex
  /** The block as the upstream gives it, with hashes of its transactions. */
  readonly raw: JsonObject
  /** The transactions of the next block to run, up to and with the one of a fork at a transaction, whole. */
  readonly replay?: { readonly block: JsonObject; readonly transactions: readonly JsonObject[] }
}

/** What is asked for of the state. Code comes with its account. */
export interface FactQuery {
  readonly accounts?: readonly Hex[] | undefined
  readonly slots?: readonly { readonly address: Hex; readonly slots: readonly Hex[] }[] | undefined
}

/** A call as `eth_call` takes it, and what the sender is to have upstream for it to run there. */
export interface PrefetchCall {
  readonly call: JsonObject
  /** The sender's balance here, which may be more than it has there; wei. */
  readonly balance?: bigint | undefined
}

/** How many requests have gone out, in items, exchanges and bytes, and where facts came from. */
export interface UpstreamCounts {
  /** Calls of `request` that were not joined with an equal one. */
  readonly requests: number
  /** JSON-RPC requests sent, those tried again included. */
  readonly items: number
  /** Round trips: a batch is one. */
  readonly exchanges: number
  readonly bytesSent: number
  readonly bytesReceived: number
  readonly retries: number
}

/** The public facts of a fork's source, without credentials. */
export interface RemoteInfo {
  readonly block: ForkBlock
  /** Scheme and host of each upstream; none offline. */
  readonly upstreams: readonly string[]
  readonly offline: boolean
  readonly counts: UpstreamCounts
  /** What was asked for offline and is not in the cassette, as messages name it. */
  readonly missing: readonly string[]
  /** Whether all values are proven by the fork block's state root, and where they were to be and are not, why. */
  readonly verified: boolean
  readonly whyNotVerified?: string | undefined
  readonly cassette?:
    | { readonly path: string; readonly given: number; readonly added: number }
    | undefined
}

/** The state and the history of a live chain up to one block: from a cassette, else from an upstream. */
export interface RemoteFacts {
  readonly block: ForkBlock
  /** What is known of the state at that block, to be looked at. */
  readonly store: RemoteStore
  /** What is known of an account, which a cassette keeps from now on. */
  account(address: Bytes): RemoteAccount | undefined
  /** Returns a slot's value without leading zeros; see `account`. */
  slot(address: Bytes, slot: Bytes): Bytes | undefined
  /** The RLP of a node of the tries, by its hash; as for an account. */
  node(hash: Bytes): Uint8Array | undefined
  /**
   * Brings what is not known into the store, in one exchange. Throws an `UpstreamError` of some kind,
   * or `MissingOffline`.
   */
  fetch(query: FactQuery): Promise<void>
  /** The same as `fetch`, for state that is always needed. */
  need(query: FactQuery): Promise<void>
  /**
   * Prefetches what a call is likely to read, as far as the upstream predicts it: a missing
   * answer is no error. Resolves with whether it predicted anything.
   */
  prefetch(call: PrefetchCall): Promise<boolean>
  /** Whether the upstream has predicted the reads of a call before. */
  readonly canPrefetch: boolean
  /** The answer of a method of reading that does not change any more, raw: blocks, receipts, logs, traces. */
  request(method: string, params: readonly Json[]): Promise<Json>
  /** The same as `request`; `undefined` if the node lacks it, which is no error. */
  requestIfThere(method: string, params: readonly Json[]): Promise<Json | undefined>
  /** Answers of the newest block; see `LiveChain`. */
  newest(atMs: number, requests: FollowRequests): Promise<FollowAnswers>
  /** The same chain at an earlier block, with a store of its own. Nothing to close. */
  at(block: { readonly number: bigint; readonly hash: Hex; readonly stateRoot: Hex }): StateFacts
  /** Switches to other URLs of the same chain. Does nothing offline. Throws an `InvalidForkUrl`. */
  redirect(sources: readonly UpstreamSource[]): void
  info(): RemoteInfo
  /** Merges what was recorded into the cassette. Throws what that does. */
  keep(): Promise<void>
  /** The same as `keep`, and closes connections. May be called twice. */
  close(): Promise<void>
}

/** The state at one block. */
export type StateFacts = Pick<
  RemoteFacts,
  'store' | 'account' | 'slot' | 'node' | 'fetch' | 'need' | 'prefetch'
>
