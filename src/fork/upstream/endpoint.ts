import type { Timeline } from '../../clock/timeline.ts'
import { Limiter, type LimiterOptions } from './limiter.ts'
import type { Outcome } from './readReply.ts'
import type { Transport } from './transport/transport.ts'

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
