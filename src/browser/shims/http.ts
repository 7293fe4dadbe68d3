import { basicOf, createScrubber, shownUrl } from '../../extensions/fork/upstream/secrets.ts'
import type * as http from '../../extensions/fork/upstream/transport/http.ts'
import {
  brokenBy,
  httpReply,
  type Reply,
  textOf,
  tooLong,
} from '../../extensions/fork/upstream/transport/transport.ts'

/** JSON-RPC by `fetch`, which the upstream has to allow the page's origin. */
export const httpTransport: typeof http.httpTransport = (url, headers, maxBytes) => {
  // A page may fetch no URL with a user in it.
  const address = new URL(url)
  address.username = ''
  address.password = ''
  const options = {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(url.username || url.password ? { authorization: `Basic ${basicOf(url)}` } : {}),
      ...headers,
    },
  }
  const closed = new AbortController()
  return {
    shown: shownUrl(url),
    batches: true,
    scrub: createScrubber(url, headers),
    async send(requests, signal) {
      const body = textOf(requests)
      const both = AbortSignal.any([signal, closed.signal])
      const { head, text } = await exchange().catch((cause) => {
        throw brokenBy(cause)
      })
      return {
        body: httpReply(head, text),
        bytesSent: body.length,
        bytesReceived: text.length,
      } satisfies Reply

      async function exchange() {
        const response = await fetch(address, { ...options, body, signal: both })
        const retryAfter = response.headers.get('retry-after')
        return {
          head: { status: response.status, retryAfter },
          text: await textIn(response, maxBytes),
        }
      }
    },
    close: () => closed.abort(),
  }
}

/** What the browser unpacks is read while it comes, so that no more of it is in memory than an answer may have. */
async function textIn({ body }: Response, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder()
  let [text, bytes] = ['', 0]
  const reader = body?.getReader()
  for (let piece = await reader?.read(); piece?.value; piece = await reader?.read()) {
    bytes += piece.value.length
    if (bytes > maxBytes) {
      await reader?.cancel()
      throw tooLong(maxBytes)
    }
    text += decoder.decode(piece.value, { stream: true })
  }
  return text + decoder.decode()
}
