import type { Timeline } from '../../clock/timelines.ts'
import type { UpstreamCounts } from '../remoteFacts.ts'
import { Limiter, type LimiterOptions } from './limiter.ts'
import type { Outcome } from './read.ts'
import type { UpstreamSource } from './transport/openTransport.ts'
import {
  brokenBy,
  ExchangeFailure,
  type Transport,
  type WireRequest,
} from './transport/transport.ts'

/** How a live chain is asked. */
export interface UpstreamOptions {
  /** Of the same chain; they take turns, and the next one is asked when one fails. */
  readonly sources: readonly UpstreamSource[]
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

/** One of the ways to the chain, and what has been learned of it. */
export interface Endpoint {
  readonly transport: Transport
  readonly limiter: Limiter
  /** How many requests go into a batch. */
  batchSize: number
  /** The chain it is of, once it said so. */
  chainId: number | undefined
  /** It has answered something. */
  hasAnswered: boolean
}

export interface EndpointOptions extends LimiterOptions {
  /** Requests in a batch, at first. */
  readonly batchSize: number
}

export function createEndpoint(
  transport: Transport,
  timeline: Timeline,
  { batchSize, ...rates }: EndpointOptions,
): Endpoint {
  const { requestsPerSecond } = rates
  const most = Math.min(batchSize, Math.max(1, Math.floor(requestsPerSecond ?? batchSize)))
  return {
    transport,
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
