import type { Hex } from '../lib/hex.ts'

/** Names an injected fault: `0x1`, `0x2` and so on. */
export type FaultId = Hex

/** How often a fault applies. */
interface Frequency {
  /**
   * How many times it applies; then it is gone.
   * @default 1 for faults of blocks, without end for faults of requests
   */
  readonly times?: number | undefined
  /**
   * How likely it applies each time it could, from 0 to 1; drawn from the devnet's seed.
   * @default 1
   */
  readonly probability?: number | undefined
}

/** A pre-confirmed transaction is not in the sealed block. */
export interface DropAtSeal extends Frequency {
  readonly kind: 'dropAtSeal'
  /** Hash of the transaction; none: any, or any of `from`. */
  readonly transaction?: Hex | undefined
  /** Sender of the transaction. */
  readonly from?: Hex | undefined
  /**
   * Whether it goes back to the pool instead of being lost.
   * @default false
   */
  readonly requeue?: boolean | undefined
}

/** Another transaction stands in the sealed block in place of a pre-confirmed one. */
export interface ReplaceAtSeal extends Frequency {
  readonly kind: 'replaceAtSeal'
  /** Hash of the pre-confirmed transaction. */
  readonly transaction: Hex
  /** The other one, signed and encoded. */
  readonly with: Hex
}

/** The sealed block has the pre-confirmed transactions in another order. */
export interface ReorderAtSeal extends Frequency {
  readonly kind: 'reorderAtSeal'
  /** The other way round, drawn from the devnet's seed, or these hashes first. */
  readonly order: 'reverse' | 'shuffle' | readonly Hex[]
}

/** The block is sealed without its last flashblocks. */
export interface SealWithoutFlashblocks extends Frequency {
  readonly kind: 'sealWithoutFlashblocks'
  /** How many. */
  readonly count: number
}

/** A flashblock is not published: from there to the end of the block nothing is pre-confirmed. */
export interface SkipFlashblock extends Frequency {
  readonly kind: 'skipFlashblock'
  /** None: the next one. */
  readonly index?: number | undefined
}

/** Subscribers are told of a flashblock twice. */
export interface RepeatFlashblock extends Frequency {
  readonly kind: 'repeatFlashblock'
  /** None: the next one. */
  readonly index?: number | undefined
}

/** A flashblock becomes visible later than it was built. */
export interface DelayPublishing extends Frequency {
  readonly kind: 'delayPublishing'
  readonly ms: number
  /**
   * Up to so many milliseconds more, drawn from the devnet's seed.
   * @default 0
   */
  readonly jitterMs?: number | undefined
}

/** No flashblock is published for a time. */
export interface StopPublishing extends Frequency {
  readonly kind: 'stopPublishing'
  readonly ms: number
}

/** What happens to blocks and flashblocks. */
export type BlockFault =
  | DropAtSeal
  | ReplaceAtSeal
  | ReorderAtSeal
  | SealWithoutFlashblocks
  | SkipFlashblock
  | RepeatFlashblock
  | DelayPublishing
  | StopPublishing

/** Which requests a fault is for. Requests of the `preconf` namespace never meet one. */
interface RequestFilter extends Frequency {
  /** Name of the method, `*` for any letters: `eth_get*`. None: all. */
  readonly method?: string | undefined
  /** What `preconf_connection` answers on that connection. None: all, HTTP too. */
  readonly connection?: string | undefined
}

/**
 * A request reaches the devnet late, by the clock of the chain. Those of a batch come one after the
 * other, so that their latencies add up.
 */
export interface Latency extends RequestFilter {
  readonly kind: 'latency'
  readonly ms: number
  /**
   * Up to so many milliseconds more, drawn from the devnet's seed.
   * @default 0
   */
  readonly jitterMs?: number | undefined
}

/** A request is answered with an error and does nothing. */
export interface RequestError extends RequestFilter {
  readonly kind: 'error'
  /** @default -32000 */
  readonly code?: number | undefined
  /** @default 'injected fault' */
  readonly message?: string | undefined
  /** Any JSON value. */
  readonly data?: unknown
}

/** The connection breaks in place of an answer, with its subscriptions and other requests. */
export interface Disconnect extends RequestFilter {
  readonly kind: 'disconnect'
  /**
   * What is lost with it: the request, which then does nothing, or only the answer.
   * @default 'request'
   */
  readonly lost?: 'request' | 'answer' | undefined
}

/** A request reads the chain as it was some flashblocks ago; what it writes is not affected. */
export interface StaleReads extends RequestFilter {
  readonly kind: 'staleReads'
  /** How many, up to 63. */
  readonly flashblocks: number
}

/** What happens to requests. */
export type RequestFault = Latency | RequestError | Disconnect | StaleReads

/** Something that goes wrong on purpose. */
export type Fault = BlockFault | RequestFault

export type FaultKind = Fault['kind']

/** The fault of that kind. */
export type FaultOf<Kind extends FaultKind> = Extract<Fault, { readonly kind: Kind }>

/** A fault that may still apply. */
export interface ActiveFault {
  readonly id: FaultId
  readonly fault: Fault
  /** How often it has applied. */
  readonly applied: number
  /** How often it will still apply; none: without end. */
  readonly remaining: number | undefined
}
