import type { Agent, IncomingMessage, RequestOptions } from 'node:http'
import { basicOf, createScrubber, shownUrl } from '../secrets.ts'
import { type HttpHead, httpReply } from './httpReply.ts'
import { textOf } from './textOf.ts'
import { brokenBy, type Reply, type Transport } from './transport.ts'

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
        body: httpReply(headOf(response), text),
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

function headOf({ statusCode = 0, headers }: IncomingMessage): HttpHead {
  return { status: statusCode, retryAfter: headers['retry-after'] }
}
