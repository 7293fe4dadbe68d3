import { wallMs } from '../../../../clock/timelines.ts'
import { ExchangeFailure, parseReply } from './transport.ts'

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
