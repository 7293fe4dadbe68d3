import { wallMs } from '../../../../clock/timelines.ts'
import { limitWords } from '../../../../lib/limits.ts'
import type { Json } from '../../../../types/values.ts'

/** A JSON-RPC request on its way. */
export interface WireRequest {
  readonly jsonrpc: '2.0'
  readonly id: number
  readonly method: string
  readonly params: readonly Json[]
}

/** What came back: JSON, of which nothing is known yet. */
export interface Reply {
  readonly body: unknown
  readonly bytesSent: number
  readonly bytesReceived: number
}

/** A way to one upstream. It connects when something is sent, and again after a connection was lost. */
export interface Transport {
  /** Scheme and host. */
  readonly shown: string
  /** Whether it takes several requests at once. */
  readonly batches: boolean
  /** Takes what must not be seen out of a text that came from there. */
  readonly scrub: (text: string) => string
  /** Sends one request, or several as a batch. Throws an `ExchangeFailure`. */
  send(requests: readonly WireRequest[], signal: AbortSignal): Promise<Reply>
  /** Ends connections, and what is under way with them. */
  close(): void
}

/**
 * Why there is no answer: `rate`: too many requests; `broken`: no connection, or not to its end;
 * `refused`: HTTP 401 or 403; `untrusted`: a certificate that Node does not trust; `tooLarge`: HTTP 413;
 * `tooLong`: an answer of more bytes than are read; `noJson`: something else than JSON.
 */
export type FailureKind =
  | 'rate'
  | 'broken'
  | 'refused'
  | 'untrusted'
  | 'tooLarge'
  | 'tooLong'
  | 'noJson'

/** Nothing came back that could be an answer. Never shown to users: the upstream's errors are. */
export class ExchangeFailure extends Error {
  override readonly name = 'ExchangeFailure'
  readonly kind: FailureKind
  readonly status: number | undefined
  /** The upstream's retry delay, in ms. */
  readonly retryAfterMs: number | undefined
  /** Whether nothing listens there. */
  readonly isUnreachable: boolean

  /** `what` has no secrets in it. */
  constructor(
    kind: FailureKind,
    what: string,
    more: { status?: number; retryAfterMs?: number | undefined; isUnreachable?: boolean } = {},
  ) {
    super(what)
    this.kind = kind
    this.status = more.status
    this.retryAfterMs = more.retryAfterMs
    this.isUnreachable = more.isUnreachable ?? false
  }
}

const unreachableCodes = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'ENOENT',
  'EACCES',
  'ERR_INVALID_URL',
])

/** OpenSSL's codes of what is wrong with a certificate, as Node has them. */
const ofCertificate = /CERT|^UNABLE_TO_VERIFY|^HOSTNAME_MISMATCH$|^INVALID_CA$|_CRL/

/** An upstream sends more than an answer may have. */
export function tooLong(maxBytes: number): ExchangeFailure {
  return new ExchangeFailure('tooLong', limitWords('upstreamBytes', maxBytes, 'bytes'))
}

/** A failure of a socket; of its error only the code is kept, as its text may hold the address. */
export function brokenBy(cause: unknown): ExchangeFailure {
  if (cause instanceof ExchangeFailure) return cause
  const { code } = cause as { readonly code?: unknown }
  const word = typeof code === 'string' ? code : 'the connection broke'
  if (ofCertificate.test(word)) return new ExchangeFailure('untrusted', word)
  return new ExchangeFailure('broken', word, { isUnreachable: unreachableCodes.has(word) })
}

/** The JSON of an answer, or a failure that says what it is instead. */
function parseReply(text: string, status?: number): unknown {
  try {
    return JSON.parse(text)
  } catch {
    const more = status === undefined ? {} : { status }
    if (/^\s*</.test(text)) throw new ExchangeFailure('noJson', 'HTML', more)
    throw new ExchangeFailure(
      'noJson',
      text.trim() === '' ? 'nothing' : 'text that is not JSON',
      more,
    )
  }
}

/** Rejects when the signal aborts; never resolves. */
export function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

/** What is sent: a request alone, or several as a batch. */
export function textOf(requests: readonly WireRequest[]): string {
  return JSON.stringify(requests.length === 1 ? requests[0] : requests)
}

/** What of an answer over HTTP says how it went. */
export interface HttpHead {
  readonly status: number
  /** The header of that name. */
  readonly retryAfter: string | null | undefined
}

/** The JSON of an answer over HTTP. Throws an `ExchangeFailure` for what is none. */
export function httpReply({ status, retryAfter }: HttpHead, text: string): unknown {
  if (status === 429) {
    const retryAfterMs = readRetryAfter(retryAfter)
    throw new ExchangeFailure('rate', 'HTTP 429', { status, retryAfterMs })
  }
  if (status === 401 || status === 403) {
    throw new ExchangeFailure('refused', `HTTP ${status}`, { status })
  }
  if (status === 413) throw new ExchangeFailure('tooLarge', 'HTTP 413', { status })
  if (status === 200) return parseReply(text, status)
  // Many say what is wrong in JSON-RPC with such a status.
  const body = jsonRpcOf(text)
  if (body !== undefined) return body
  const isServers = status >= 500
  const retryAfterMs = readRetryAfter(retryAfter)
  throw new ExchangeFailure(isServers ? 'broken' : 'noJson', `HTTP ${status}`, {
    status,
    retryAfterMs,
  })
}

function jsonRpcOf(text: string): unknown {
  try {
    const body = JSON.parse(text)
    const first = Array.isArray(body) ? body[0] : body
    return first?.error !== undefined || first?.result !== undefined ? body : undefined
  } catch {
    return undefined
  }
}

/** Seconds, or a date; ms from now. */
function readRetryAfter(value: string | null | undefined): number | undefined {
  if (value === undefined || value === null) return undefined
  const seconds = Number(value)
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(value) - wallMs()
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined
}
