import type { Duration } from '../lib/units.ts'
import {
  errorCode,
  type FaultDefinitions,
  type Frequency,
  frequency,
  json,
  milliseconds,
  name,
  optional,
  required,
  text,
  whole,
  wordOf,
} from './faultRules.ts'

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

const filter = {
  method: optional(name, 'Method, * for any letters'),
  connection: optional(name, 'Connection'),
  ...frequency,
}

/** How many flashblocks stale reads can lag behind. */
export const maxLag = 63

/** What is checked of them and what the inspector asks for. */
export const requestFaults: FaultDefinitions<RequestFault> = {
  latency: {
    summary: 'A request reaches the devnet late.',
    members: {
      ms: required(milliseconds, 'Milliseconds'),
      jitterMs: optional(milliseconds, 'Random part, ms'),
      ...filter,
    },
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
