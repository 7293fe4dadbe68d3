import { defaultLimits } from '../../../../lib/limits.ts'
import { cutText } from '../../../../lib/text.ts'
import type { ForkSettings, RequestSource, UpstreamSource } from '../../../../types/fork.ts'
import type { Json } from '../../../../types/values.ts'
import { InvalidForkUrl } from '../../forkErrors.ts'
import { createScrubber } from '../secrets.ts'
import { httpTransport } from './http.ts'
import { ipcTransport } from './ipc.ts'
import {
  aborted,
  ExchangeFailure,
  type Reply,
  type Transport,
  type WireRequest,
} from './transport.ts'
import { webSocketTransport } from './webSocket.ts'

/** The `request` function of EIP-1193. */
type Request = (asked: { readonly method: string; readonly params: readonly Json[] }) => unknown

/** What such functions throw: an error of JSON-RPC, or of HTTP as viem has it. */
interface Thrown {
  readonly code?: unknown
  readonly status?: unknown
  readonly details?: unknown
  readonly message?: unknown
  readonly data?: unknown
}

const scrub = createScrubber(undefined, {})

/** Asks a function, one request at a time: it batches by itself where it can. */
function functionTransport(source: RequestSource): Transport {
  let ask: Request | undefined = typeof source === 'function' ? undefined : requestOf(source)

  async function answerOf(request: WireRequest): Promise<unknown> {
    const { method, params } = request
    if (ask !== undefined) return ask({ method, params })
    const first = source as Request
    const made: unknown = first({ method, params })
    if (isTransport(made)) {
      // A viem transport retries unless `retryCount` is 0.
      const singleTry = (first as (options: unknown) => unknown)({ retryCount: 0 })
      ask = requestOf(isTransport(singleTry) ? singleTry : made)
      return ask({ method, params })
    }
    ask = first
    return made
  }

  return {
    shown: 'the function',
    batches: false,
    scrub,
    async send([request], signal): Promise<Reply> {
      const { id } = request as WireRequest
      const asked = answerOf(request as WireRequest)
      // It cannot be aborted; its response is ignored.
      asked.catch(() => {})
      const answer = await Promise.race([asked, aborted(signal)]).then(
        (result) => ({ id, result: result ?? null }),
        (thrown: Thrown) => ({ id, error: errorOf(thrown, signal) }),
      )
      return { body: answer, bytesSent: 0, bytesReceived: 0 }
    },
    close: () => {},
  }
}

function requestOf(source: { readonly request: (argument: never) => unknown }): Request {
  return (asked) => source.request(asked as never)
}

function isTransport(made: unknown): made is { readonly request: (argument: never) => unknown } {
  return typeof (made as { readonly request?: unknown } | undefined)?.request === 'function'
}

function errorOf(thrown: Thrown, signal: AbortSignal): unknown {
  if (signal.aborted) throw new ExchangeFailure('broken', 'no answer in time')
  const { code, status, details, message, data } = thrown ?? {}
  const said = [details, message].find((text) => typeof text === 'string' && text !== '')
  const words = typeof said === 'string' ? scrub(cutText(said)) : 'it failed'
  if (status === 429) throw new ExchangeFailure('rate', 'HTTP 429', { status })
  if (status === 401 || status === 403) {
    throw new ExchangeFailure('refused', `HTTP ${status}`, { status })
  }
  if (typeof code === 'number') return { code, message: words, data }
  throw new ExchangeFailure('broken', typeof status === 'number' ? `HTTP ${status}` : words)
}

/** The way to an upstream; nothing is sent yet. Throws an `InvalidForkUrl`. */
export function openTransport(
  source: UpstreamSource,
  headers: Readonly<Record<string, string>>,
  maxBytes: number = defaultLimits.upstreamBytes,
): Transport {
  if (typeof source !== 'string') return functionTransport(source)
  const whole = isHostAndPort(source) ? `http://${source}` : source
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(whole)) return ipcTransport(ipcPath(whole), maxBytes)
  const url = parseUrl(whole)
  if (url.protocol === 'file:') return ipcTransport(decodeURIComponent(url.pathname), maxBytes)
  if (url.protocol === 'http:' || url.protocol === 'https:')
    return httpTransport(url, headers, maxBytes)
  if (url.protocol === 'ws:' || url.protocol === 'wss:')
    return webSocketTransport(url, headers, maxBytes)
  throw new InvalidForkUrl(`has the scheme ${url.protocol}//`)
}

/** Returns whether it is a host and port, such as `localhost:8545`, which Anvil takes too. */
function isHostAndPort(text: string): boolean {
  return /^([a-z0-9.-]+|\[[0-9a-f:.]+\]):\d{1,5}([/?]|$)/i.test(text)
}

/** The error of `new URL` has the text in it. */
function parseUrl(text: string): URL {
  try {
    return new URL(text)
  } catch {
    throw new InvalidForkUrl('is not a URL')
  }
}

function ipcPath(text: string): string {
  if (/[\\/]/.test(text) || text.endsWith('.ipc')) return text
  throw new InvalidForkUrl('has no scheme')
}

/** Scheme and host of the live chain's URLs, which may be shown; none offline. */
export function upstreamNames({ source }: ForkSettings): readonly string[] {
  if (source.offline === true) return []
  return (source.upstream?.sources ?? []).map((given) => {
    const transport = openTransport(given, {})
    transport.close()
    return transport.shown
  })
}
