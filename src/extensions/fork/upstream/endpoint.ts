import type { Timeline } from '../../../clock/timelines.ts'
import type { Json } from '../../../types/values.ts'
import type { UpstreamError } from '../forkErrors.ts'
import type { UpstreamCounts } from '../remoteFacts.ts'
import { Limiter, type LimiterOptions } from './limiter.ts'
import type { Outcome } from './read.ts'
import {
  brokenBy,
  ExchangeFailure,
  type Transport,
  type WireRequest,
} from './transport/transport.ts'

/** One of the ways to the chain, and what has been learned of it. */
export interface Endpoint {
  readonly transport: Transport
  /** What errors have of it. */
  readonly named: Named
  readonly limiter: Limiter
  /** How many requests go into a batch. */
  batchSize: number
  /** The chain it is of, once it said so. */
  chainId: number | undefined
  /** It has answered something. */
  hasAnswered: boolean
}

/** What errors have of an endpoint: its name, and what takes secrets out of its words. */
export type Named = Pick<Transport, 'shown' | 'scrub'>

export interface EndpointOptions extends LimiterOptions {
  /** Requests in a batch, at first. */
  readonly batchSize: number
  /** Which of several chains it is of. */
  readonly role?: string | undefined
}

export function createEndpoint(
  transport: Transport,
  timeline: Timeline,
  { batchSize, role, ...rates }: EndpointOptions,
): Endpoint {
  const { requestsPerSecond } = rates
  const most = Math.min(batchSize, Math.max(1, Math.floor(requestsPerSecond ?? batchSize)))
  const { shown, scrub } = transport
  return {
    transport,
    named: { shown: role === undefined ? shown : `${shown} (${role})`, scrub },
    limiter: new Limiter(timeline, rates),
    batchSize: transport.batches ? most : 1,
    chainId: undefined,
    hasAnswered: false,
  }
}

/** An answer to `eth_chainId` says which chain it is of. */
export function learnChain(endpoint: Endpoint, outcome: Outcome | undefined): void {
  if (outcome !== undefined && outcome !== 'lost' && 'result' in outcome) {
    endpoint.chainId = Number(outcome.result)
  }
}

/** What an upstream counts as it goes. */
type Counts = { -readonly [Name in keyof UpstreamCounts]: UpstreamCounts[Name] }

export function noCounts(): Counts {
  return { requests: 0, items: 0, exchanges: 0, bytesSent: 0, bytesReceived: 0, retries: 0 }
}

/** Sends requests and waits for their answer, so long. Throws an `ExchangeFailure`. */
export async function exchange(
  transport: Transport,
  requests: readonly WireRequest[],
  limitMs: number,
  timeline: Timeline,
  counts: Counts,
): Promise<unknown> {
  const abort = new AbortController()
  const timer = timeline.schedule(Math.max(0, limitMs), () => {
    abort.abort(new ExchangeFailure('broken', 'no answer in time'))
  })
  counts.exchanges++
  counts.items += requests.length
  try {
    const { body, bytesSent, bytesReceived } = await transport.send(requests, abort.signal)
    counts.bytesSent += bytesSent
    counts.bytesReceived += bytesReceived
    return body
  } catch (cause) {
    throw abort.signal.aborted ? abort.signal.reason : brokenBy(cause)
  } finally {
    timer.cancel()
  }
}

const firstLookMs = 250

/** A request that waits for its result, and what it went through. */
export interface Item {
  readonly key: string
  readonly method: string
  readonly params: readonly Json[]
  /** When it is given up, by the timeline. */
  readonly deadlineMs: number
  readonly resolve: (result: Json) => void
  readonly reject: (error: UpstreamError) => void
  /** How often all endpoints have failed. */
  failures: number
  /** Since when its block is waited for, and how long until the next look. */
  lookingSinceMs: number | undefined
  lookMs: number
  /** An endpoint had no state for it. */
  lackedState: boolean
  /** Endpoints that have failed since the last wait. */
  readonly failed: Set<Endpoint>
}

/** A request with its promise. */
export function createItem(
  key: string,
  method: string,
  params: readonly Json[],
  deadlineMs: number,
): { readonly item: Item; readonly answer: Promise<Json> } {
  let item: Item | undefined
  const answer = new Promise<Json>((resolve, reject) => {
    item = {
      key,
      method,
      params,
      deadlineMs,
      resolve,
      reject,
      failures: 0,
      lookingSinceMs: undefined,
      lookMs: firstLookMs,
      lackedState: false,
      failed: new Set(),
    }
  })
  return { item: item as unknown as Item, answer }
}
