import type { Timeline } from '../../clock/timeline.ts'
import type { Counts } from './counts.ts'
import {
  brokenBy,
  ExchangeFailure,
  type Transport,
  type WireRequest,
} from './transport/transport.ts'

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
