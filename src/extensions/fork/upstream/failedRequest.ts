import {
  AccessRefused,
  AnswerTooLong,
  BlockNotThere,
  MethodMissing,
  NoJsonRpc,
  NotArchive,
  RateLimited,
  Unreachable,
  UntrustedCertificate,
  type UpstreamError,
  UpstreamRefusal,
} from '../forkErrors.ts'
import type { Named } from './endpoint.ts'
import { type AnswerError, classify } from './read.ts'
import type { ExchangeFailure } from './transport/transport.ts'

/**
 * What is to become of a request that got no result. `later`: it is tried elsewhere at once, and here
 * after a while; `once`: as that, but only one more time; `elsewhere`: only there; `look`: here again,
 * as the block may come; `final`: it has its answer.
 */
export interface FailedRequest {
  readonly error: UpstreamError
  readonly again: 'later' | 'once' | 'elsewhere' | 'look' | 'final'
  /** The upstream's retry delay, in ms. */
  readonly minMs?: number | undefined
}

/** After an error in the answer; `lackedState`: and after the state was not there once already. */
export function failureOfError(
  { shown, scrub }: Named,
  method: string,
  error: AnswerError,
  lackedState: boolean,
): FailedRequest {
  const words = scrub(error.message)
  switch (classify(error)) {
    case 'rate':
      return { error: new RateLimited(shown, words), again: 'later' }
    case 'busy':
      return { error: new Unreachable(shown, words), again: 'later' }
    case 'missing':
      return { error: new MethodMissing(shown, method), again: 'elsewhere' }
    case 'notArchive':
      // Some gateways have an archive behind them, and do not always ask it.
      return { error: new NotArchive(shown), again: lackedState ? 'elsewhere' : 'once' }
    case 'notThere':
      return { error: new BlockNotThere(shown, 'the block'), again: 'look' }
    default: {
      const { code, data } = error
      const refusal = new UpstreamRefusal(shown, method, code, words, scrubAll(data, scrub))
      return { error: refusal, again: 'final' }
    }
  }
}

/** After no answer at all; `isKnown`: the endpoint has answered before. */
export function failureOfExchange(
  { shown }: Named,
  { kind, message, status, retryAfterMs, isUnreachable }: ExchangeFailure,
  isKnown: boolean,
): FailedRequest {
  switch (kind) {
    case 'rate':
      return { error: new RateLimited(shown, message), again: 'later', minMs: retryAfterMs }
    case 'refused':
      return { error: new AccessRefused(shown, status ?? 403), again: 'elsewhere' }
    case 'untrusted':
      return { error: new UntrustedCertificate(shown, message), again: 'elsewhere' }
    case 'broken': {
      const again = isUnreachable && !isKnown ? 'once' : 'later'
      return { error: new Unreachable(shown, message), again, minMs: retryAfterMs }
    }
    case 'tooLong':
      return { error: new AnswerTooLong(shown, message), again: 'elsewhere' }
    default:
      // It may come from a gateway that has a bad moment, but most often the URL is wrong.
      return { error: new NoJsonRpc(shown, message), again: 'once' }
  }
}

/** After an answer in which the request was left out. */
export function failureOfLost({ shown }: Named): FailedRequest {
  return { error: new Unreachable(shown, 'it leaves a request unanswered'), again: 'later' }
}

function scrubAll(data: unknown, scrub: (text: string) => string): unknown {
  if (typeof data === 'string') return scrub(data)
  if (Array.isArray(data)) return data.map((item) => scrubAll(item, scrub))
  if (typeof data !== 'object' || data === null) return data
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, scrubAll(value, scrub)]),
  )
}
