import type { Agent, IncomingMessage, RequestOptions } from 'node:http'
import type { Gunzip } from 'node:zlib'
import { basicOf, createScrubber, shownUrl } from '../secrets.ts'
import {
  brokenBy,
  type HttpHead,
  httpReply,
  type Reply,
  type Transport,
  textOf,
  tooLong,
} from './transport.ts'

/** The number of sockets: with more requests at once an upstream is not faster. */
const maxSockets = 6

/** JSON-RPC by POST, on connections that are kept. */
export function httpTransport(
  url: URL,
  headers: Readonly<Record<string, string>>,
  maxBytes: number,
): Transport {
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
    agent ??= new Agent({ keepAlive: true, maxSockets: maxSockets })
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
        body: httpReply(headOf(response), text),
        bytesSent: body.length,
        bytesReceived: bytes,
      } satisfies Reply

      async function read() {
        const answered = await post(body, signal)
        return { response: answered, ...(await contentOf(answered, maxBytes, signal)) }
      }
    },
    close() {
      isClosed = true
      agent?.destroy()
    },
  }
}

/** Unpacks what comes while it comes, so that no more of it is in memory than an answer may have. */
async function contentOf(
  response: IncomingMessage,
  maxBytes: number,
  signal: AbortSignal,
): Promise<{ text: string; bytes: number }> {
  const isPacked = response.headers['content-encoding'] === 'gzip'
  const unpacked = isPacked ? await gunzipped(response, signal) : response
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of unpacked) {
    bytes += piece.length
    if (bytes > maxBytes) throw tooLong(maxBytes)
    pieces.push(piece)
  }
  const received = 'bytesWritten' in unpacked ? unpacked.bytesWritten : bytes
  return { text: Buffer.concat(pieces).toString(), bytes: received }
}

async function gunzipped(response: IncomingMessage, signal: AbortSignal): Promise<Gunzip> {
  const [{ createGunzip }, { addAbortSignal, pipeline }] = await Promise.all([
    import('node:zlib'),
    import('node:stream'),
  ])
  // The reader gets the errors of both.
  return pipeline(response, addAbortSignal(signal, createGunzip()), () => {})
}

function headOf({ statusCode = 0, headers }: IncomingMessage): HttpHead {
  return { status: statusCode, retryAfter: headers['retry-after'] }
}
