import type { Agent, IncomingMessage, RequestOptions } from 'node:http'
import { wallMs } from '../../../clock/realTimeline.ts'
import { basicOf, createScrubber, shownUrl } from '../secrets.ts'
import { textOf } from './textOf.ts'
import { brokenBy, ExchangeFailure, parseReply, type Reply, type Transport } from './transport.ts'

/** So many requests at once are more than one upstream answers faster. */
const mostSockets = 6

/** JSON-RPC by POST, on connections that are kept. */
export function httpTransport(url: URL, headers: Readonly<Record<string, string>>): Transport {
  let agent: Agent | undefined
  let isClosed = false
  const options: RequestOptions = {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      'accept-encoding': 'gzip',
      ...(url.username || url.password ? { authorization: `Basic ${basicOf(url)}` } : {}),
      ...headers,
    },
  }

  async function post(body: Buffer, signal: AbortSignal): Promise<IncomingMessage> {
    const { request, Agent } =
      url.protocol === 'https:' ? await import('node:https') : await import('node:http')
    agent ??= new Agent({ keepAlive: true, maxSockets: mostSockets })
    const send = (isAgain: boolean): Promise<IncomingMessage> =>
      new Promise((resolve, reject) => {
        const sent = request(url, { ...options, agent, signal }, resolve)
        sent.on('error', (error) => {
          // The other side may close a kept connection just as it is used: that is no failure.
          const isStale = sent.reusedSocket && !isAgain && !signal.aborted && !isClosed
          if (isStale) send(true).then(resolve, reject)
          else reject(error)
        })
        sent.setHeader('content-length', body.length)
        sent.end(body)
      })
    return send(false)
  }

  return {
    shown: shownUrl(url),
    batches: true,
    scrub: createScrubber(url, headers),
    async send(requests, signal) {
      const body = Buffer.from(textOf(requests))
      const { response, text, bytes } = await read().catch((cause) => {
        throw brokenBy(cause)
      })
      return {
        body: bodyOf(response, text),
        bytesSent: body.length,
        bytesReceived: bytes,
      } satisfies Reply

      async function read() {
        const answered = await post(body, signal)
        return { response: answered, ...(await contentOf(answered)) }
      }
    },
    close() {
      isClosed = true
      agent?.destroy()
    },
  }
}

async function contentOf(response: IncomingMessage): Promise<{ text: string; bytes: number }> {
  const pieces: Buffer[] = []
  for await (const piece of response) pieces.push(piece)
  const content = Buffer.concat(pieces)
  if (response.headers['content-encoding'] !== 'gzip') {
    return { text: content.toString(), bytes: content.length }
  }
  const [{ gunzip }, { promisify }] = await Promise.all([import('node:zlib'), import('node:util')])
  return { text: (await promisify(gunzip)(content)).toString(), bytes: content.length }
}

function bodyOf({ statusCode: status = 0, headers }: IncomingMessage, text: string): unknown {
  if (status === 429) {
    const retryAfterMs = readRetryAfter(headers['retry-after'])
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
  const retryAfterMs = readRetryAfter(headers['retry-after'])
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
function readRetryAfter(value: string | undefined): number | undefined {
  if (value === undefined) return undefined
  const seconds = Number(value)
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(value) - wallMs()
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined
}
