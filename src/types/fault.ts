import {
  address,
  errorCode,
  type FaultMember,
  flag,
  hash,
  json,
  milliseconds,
  name,
  optional,
  order,
  probability,
  required,
  signedTransaction,
  text,
  whole,
  wordOf,
} from './faultRules.ts'

/** The type of `lib/hex.ts`, which needs Node: the inspector's page uses this file too. */
type Hex = `0x${string}`

/** The id of an injected fault: `0x1`, `0x2` and so on. */
export type FaultId = Hex

/** How often a fault applies. */
interface Frequency {
  /**
   * How many times it applies before it is removed.
   * @default 1 for faults of blocks, no limit for faults of requests
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
  readonly ms: number
  /**
   * Adds a random delay of up to this many milliseconds, drawn from the devnet's seed.
   * @default 0
   */
  readonly jitterMs?: number | undefined
}

/** No flashblocks are published for some time. */
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
  readonly ms: number
  /**
   * Adds a random delay of up to this many milliseconds, drawn from the devnet's seed.
   * @default 0
   */
  readonly jitterMs?: number | undefined
}

/** A request fails with an error and has no effect. */
export interface RequestError extends RequestFilter {
  readonly kind: 'error'
  /** @default -32000 */
  readonly code?: number | undefined
  /** @default 'injected fault' */
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
  /** How often it will still apply; `undefined` when there is no limit. */
  readonly remaining: number | undefined
}

/** A kind of fault: what happens, and its members with their rules. */
export interface FaultDefinition<Kind extends FaultKind = FaultKind> {
  readonly summary: string
  readonly members: { readonly [member in Exclude<keyof FaultOf<Kind>, 'kind'>]-?: FaultMember }
}

const frequency = {
  times: optional(whole(1), 'Times'),
  probability: optional(probability, 'Probability, 0 to 1'),
}
const filter = {
  method: optional(name, 'Method, * for any letters'),
  connection: optional(name, 'Connection'),
  ...frequency,
}
const index = optional(whole(0), 'Index')
const ms = required(milliseconds, 'Milliseconds')
const jitterMs = optional(milliseconds, 'Random part, ms')

/** How many flashblocks stale reads can lag behind. */
export const maxLag = 63

/** All kinds: what is checked of a fault and what the inspector asks for comes from here. */
export const faultDefinitions: { readonly [Kind in FaultKind]: FaultDefinition<Kind> } = {
  dropAtSeal: {
    summary: 'A pre-confirmed transaction is missing from the sealed block.',
    members: {
      transaction: optional(hash, 'Hash'),
      from: optional(address, 'Sender'),
      requeue: optional(flag, 'Goes back to the pool'),
      ...frequency,
    },
  },
  replaceAtSeal: {
    summary: 'A pre-confirmed transaction is replaced by another in the sealed block.',
    members: {
      transaction: required(hash, 'Hash'),
      with: required(signedTransaction, 'Replacement, signed and encoded'),
      ...frequency,
    },
  },
  reorderAtSeal: {
    summary: 'The sealed block has the transactions in another order.',
    members: {
      order: required(order, 'reverse, shuffle, or hashes that come first'),
      ...frequency,
    },
  },
  sealWithoutFlashblocks: {
    summary: 'The block is sealed without its last flashblocks.',
    members: { count: required(whole(1), 'How many'), ...frequency },
  },
  skipFlashblock: {
    summary: 'A flashblock is not published.',
    members: { index, ...frequency },
  },
  repeatFlashblock: {
    summary: 'A flashblock is pushed to subscribers twice.',
    members: { index, ...frequency },
  },
  delayPublishing: {
    summary: 'A flashblock becomes visible late.',
    members: { ms, jitterMs, ...frequency },
  },
  stopPublishing: {
    summary: 'No flashblocks are published for some time.',
    members: { ms, ...frequency },
  },
  latency: {
    summary: 'A request reaches the devnet late.',
    members: { ms, jitterMs, ...filter },
  },
  error: {
    summary: 'A request fails with an error and has no effect.',
    members: {
      code: optional(errorCode, 'Code'),
      message: optional(text, 'Message'),
      data: optional(json, 'Data, JSON'),
      ...filter,
    },
  },
  disconnect: {
    summary: 'The connection is closed instead of a response.',
    members: {
      lost: optional(wordOf('request', 'answer'), 'What is lost: request or answer'),
      ...filter,
    },
  },
  staleReads: {
    summary: 'A request reads the state of some flashblocks ago.',
    members: { flashblocks: required(whole(1, maxLag), 'Flashblocks ago'), ...filter },
  },
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
