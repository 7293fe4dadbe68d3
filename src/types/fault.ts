import type { Duration } from '../lib/units.ts'

/** The type of `lib/hex.ts`, which needs Node: the inspector's page uses this file too. */
type Hex = `0x${string}`

/** The id of an injected fault: `0x1`, `0x2` and so on. */
export type FaultId = Hex

/** How often a fault applies. */
interface Frequency {
  /**
   * How many times it applies before it is removed.
   * @default 1 for faults of blocks and of messages, no limit for faults of requests
   */
  readonly times?: number | undefined
  /**
   * The probability, from 0 to 1, that it applies each time it could; random numbers come from the devnet's seed.
   * @default 1
   */
  readonly probability?: number | undefined
}

/** A pre-confirmed transaction is missing from the sealed block. */
export interface DropAtSeal extends Frequency {
  readonly kind: 'dropAtSeal'
  /** Hash of the transaction; any transaction, or any of `from`, when left out. */
  readonly transaction?: Hex | undefined
  /** Sender of the transaction. */
  readonly from?: Hex | undefined
  /**
   * Whether it goes back to the pool instead of being lost.
   * @default false
   */
  readonly requeue?: boolean | undefined
}

/** A pre-confirmed transaction is replaced by another in the sealed block. */
export interface ReplaceAtSeal extends Frequency {
  readonly kind: 'replaceAtSeal'
  /** Hash of the pre-confirmed transaction. */
  readonly transaction: Hex
  /** The replacement, signed and encoded. */
  readonly with: Hex
}

/** The sealed block has the pre-confirmed transactions in another order. */
export interface ReorderAtSeal extends Frequency {
  readonly kind: 'reorderAtSeal'
  /** Reversed, shuffled by the devnet's seed, or with the transactions of these hashes first. */
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
  /** The next one when left out. */
  readonly index?: number | undefined
}

/** A flashblock is pushed to subscribers twice. */
export interface RepeatFlashblock extends Frequency {
  readonly kind: 'repeatFlashblock'
  /** The next one when left out. */
  readonly index?: number | undefined
}

/** A flashblock becomes visible some time after it was built. */
export interface DelayPublishing extends Frequency {
  readonly kind: 'delayPublishing'
  /** How much later: milliseconds, or a time such as `'1.5s'`. */
  readonly ms: Duration
  /**
   * Adds a random delay of up to this time, drawn from the devnet's seed.
   * @default 0
   */
  readonly jitterMs?: Duration | undefined
}

/** No flashblocks are published for some time. */
export interface StopPublishing extends Frequency {
  readonly kind: 'stopPublishing'
  /** The length of the outage: milliseconds, or a time such as `'5s'`. */
  readonly ms: Duration
}

/** The publisher restarts, and sends the flashblocks of the open block again from index 0. */
export interface Republish extends Frequency {
  readonly kind: 'republish'
}

/**
 * The newest block, which has transactions and is not final, is replaced by another of its height before the next
 * block or flashblock is made.
 */
export interface AbandonBlock extends Frequency {
  readonly kind: 'abandonBlock'
  /**
   * Whether its transactions go back to the pool, are lost, or are in the other block too.
   * @default 'requeue'
   */
  readonly transactions?: 'requeue' | 'lose' | 'keep' | undefined
}

/** A block does not come to a state that follows the seal: nothing tells of it, and its tags stay behind. */
export interface SkipState extends Frequency {
  readonly kind: 'skipState'
  /** The network's word for the state: `voted`. */
  readonly state: string
}

/** Another builder goes on in the middle of a block: a new payload id, and index 0 again. */
export interface HandOver extends Frequency {
  readonly kind: 'handOver'
  /**
   * How many of the newest flashblocks it has not got: their transactions wait again.
   * @default 0
   */
  readonly lost?: number | undefined
}

/** Reads of what is pre-confirmed stay as they are while blocks are sealed. */
export interface FreezePending extends Frequency {
  readonly kind: 'freezePending'
  /** How long; until all faults are removed when left out. */
  readonly ms?: Duration | undefined
}

/** The builder leaves a transaction out of blocks until some time after it came to the pool. */
export interface DelayInclusion extends Frequency {
  readonly kind: 'delayInclusion'
  /** Time of the chain since it came to the pool. */
  readonly ms: Duration
  /** Hash of the transaction; any transaction, or any of `from`, when left out. */
  readonly transaction?: Hex | undefined
  /** Sender of the transaction. */
  readonly from?: Hex | undefined
}

/** A synchronous send misses the receipt of its transaction, and times out although that is in a block. */
export interface MissReceipt extends Frequency {
  readonly kind: 'missReceipt'
  /** Hash of the transaction; any transaction, or any of `from`, when left out. */
  readonly transaction?: Hex | undefined
  /** Sender of the transaction. */
  readonly from?: Hex | undefined
}

/** What happens to blocks, to flashblocks and to transactions on their way into them. */
export type BlockFault =
  | DropAtSeal
  | ReplaceAtSeal
  | ReorderAtSeal
  | SealWithoutFlashblocks
  | SkipFlashblock
  | RepeatFlashblock
  | DelayPublishing
  | StopPublishing
  | Republish
  | AbandonBlock
  | SkipState
  | HandOver
  | FreezePending
  | DelayInclusion
  | MissReceipt

/** Which pushed messages a fault is for. */
interface MessageFilter extends Frequency {
  /** The kind of `eth_subscribe`: `newHeads`. All kinds when left out. */
  readonly subscription?: string | undefined
  /** The id that `preconf_connection` answers on the connection. All connections when left out. */
  readonly connection?: string | undefined
}

/** A message of a subscription is not sent. */
export interface LoseMessage extends MessageFilter {
  readonly kind: 'loseMessage'
}

/** The server closes a WebSocket instead of sending a message of a subscription. */
export interface CloseSocket extends MessageFilter {
  readonly kind: 'closeSocket'
  /**
   * The code of the close frame.
   * @default 1011, an error of the server
   */
  readonly code?: number | undefined
  /** The words of the close frame; by default one of those that the network's nodes have, or `injected fault`. */
  readonly reason?: string | undefined
}

/** What happens to messages that are pushed to subscribers. */
export type MessageFault = LoseMessage | CloseSocket

/** Which requests a fault is for. Requests of the `preconf` namespace are never affected. */
interface RequestFilter extends Frequency {
  /** Name of the method, with `*` for any characters: `eth_get*`. All methods when left out. */
  readonly method?: string | undefined
  /** The id that `preconf_connection` answers on the connection. All connections when left out, HTTP included. */
  readonly connection?: string | undefined
}

/**
 * A request reaches the devnet late, by the clock of the chain. The requests of a batch are delayed one
 * after the other, so their latencies add up.
 */
export interface Latency extends RequestFilter {
  readonly kind: 'latency'
  /** How much later: milliseconds, or a time such as `'1.5s'`. */
  readonly ms: Duration
  /**
   * Adds a random delay of up to this time, drawn from the devnet's seed.
   * @default 0
   */
  readonly jitterMs?: Duration | undefined
}

/** A request fails with an error and has no effect. */
export interface RequestError extends RequestFilter {
  readonly kind: 'error'
  /**
   * The code of JSON-RPC's error.
   * @default -32000
   */
  readonly code?: number | undefined
  /**
   * The message of JSON-RPC's error.
   * @default 'injected fault'
   */
  readonly message?: string | undefined
  /** Any JSON value. */
  readonly data?: unknown
}

/** The connection breaks instead of an answer, and its subscriptions and other requests end with it. */
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

/** An injected fault. */
export type Fault = BlockFault | MessageFault | RequestFault

/** The kinds of faults; docs/faults.md says what each does. */
export type FaultKind = Fault['kind']

/** A fault as it was checked: its times are in milliseconds. */
export type CheckedFault = InMilliseconds<Fault>

type InMilliseconds<Given> = Given extends Fault
  ? {
      [Member in keyof Given]: Member extends 'ms' | 'jitterMs'
        ? Extract<Given[Member], number | undefined>
        : Given[Member]
    }
  : never

/** The fault of that kind, checked. */
export type FaultOf<Kind extends FaultKind> = Extract<CheckedFault, { readonly kind: Kind }>

/** A fault that may still apply. */
export interface ActiveFault {
  /** The id by which `faults.remove` removes it. */
  readonly id: FaultId
  /** The fault as it was injected, with times in milliseconds. */
  readonly fault: CheckedFault
  /** How often it has applied. */
  readonly applied: number
  /** How often it will still apply; `undefined` when there is no limit. */
  readonly remaining: number | undefined
}

/** The faults of a devnet. */
export interface DevnetFaults {
  /**
   * Arms a fault and returns its id. Throws an `InvalidFault`.
   *
   * @example
   * devnet.faults.inject({ kind: 'dropAtSeal', transaction: hash })
   * devnet.faults.inject({ kind: 'latency', ms: 500, method: 'eth_send*', times: 3 })
   */
  inject(fault: Fault): FaultId
  /**
   * Removes a fault. Returns false when it was removed before or has been used up.
   *
   * @example
   * const id = devnet.faults.inject({ kind: 'dropAtSeal' })
   * devnet.faults.remove(id)
   */
  remove(id: FaultId): boolean
  /**
   * Removes all faults.
   *
   * @example
   * devnet.faults.clear()
   */
  clear(): void
  /**
   * The faults that can still apply, in the order in which they were injected.
   *
   * @example
   * for (const { fault, applied } of devnet.faults.list()) console.log(fault.kind, applied)
   */
  list(): readonly ActiveFault[]
}
