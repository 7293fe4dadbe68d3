import { createScrubber, shownUrl } from '../../extensions/fork/upstream/secrets.ts'
import { connectionTransport } from '../../extensions/fork/upstream/transport/connectionTransport.ts'
import { ExchangeFailure } from '../../extensions/fork/upstream/transport/transport.ts'
import type * as webSocket from '../../extensions/fork/upstream/transport/webSocket.ts'
import { NotInBrowser } from '../notInBrowser.ts'

/** JSON-RPC over the WebSocket that pages have. */
export const webSocketTransport: typeof webSocket.webSocketTransport = (url, headers) => {
  if (Object.keys(headers).length > 0 || url.username || url.password) {
    throw new NotInBrowser(
      'a browser sends no headers with a WebSocket: give the http URL of the live chain',
    )
  }
  const names = { shown: shownUrl(url), scrub: createScrubber(url, headers) }
  return connectionTransport(names, async ({ receive, lose }) => {
    const socket = new WebSocket(url)
    await new Promise<void>((resolve, reject) => {
      socket.onopen = () => resolve()
      socket.onmessage = ({ data }) => receive(String(data))
      socket.onclose = ({ code }) => {
        const failure = new ExchangeFailure('broken', `WebSocket closed with ${code}`)
        lose(failure)
        reject(failure)
      }
    })
    return {
      write: (text) => socket.send(text),
      // Nothing keeps a page open, nor closes it.
      hold: () => {},
      letGo: () => {},
      end: () => socket.close(),
    }
  })
}
