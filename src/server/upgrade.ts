import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import type { Handle } from '../rpc/handle.ts'
import { hostProblem, isAllowedHost } from './hosts.ts'
import type { Settings } from './options.ts'
import { mayOpenWebSocket } from './origins.ts'
import { pathOf, pathProblem } from './paths.ts'
import { WebSocketConnection } from './webSocketConnection.ts'

/** Ends a connection that is no HTTP exchange any more with a last answer. */
export function endWith(socket: Duplex, status: number, reason: string): void {
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Content-Type: text/plain',
    `Content-Length: ${Buffer.byteLength(reason)}`,
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${reason}`, () => socket.destroy())
}

function refusalOf(
  { headers }: IncomingMessage,
  settings: Settings,
): { status: number; reason: string } | undefined {
  if (!isAllowedHost(headers.host, settings.allowedHosts)) {
    return { status: 403, reason: hostProblem(headers.host) }
  }
  if (!mayOpenWebSocket(headers.origin, settings.allowOrigin)) {
    const reason = `origin "${headers.origin}" may not open a WebSocket: allow it (--allow-origin)`
    return { status: 403, reason }
  }
  return undefined
}

/** What a stream does with messages of its clients. */
const ignore: Handle = async () => ({ status: 204, text: undefined })

/** Makes WebSockets of upgrade requests; `onOpen` gets each that was accepted. */
export function createUpgrader(
  settings: Settings,
  onOpen: (connection: WebSocketConnection) => void,
): (request: IncomingMessage, socket: Duplex, head: Buffer) => void {
  const sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: settings.maxMessageBytes,
  })
  return (request, socket, head) => {
    const refusal = refusalOf(request, settings)
    if (refusal !== undefined) return endWith(socket, refusal.status, refusal.reason)
    const path = pathOf(request.url ?? '/')
    const stream = settings.streams.get(path)
    const handle = stream === undefined ? handleAt(path, settings) : ignore
    if (handle === undefined) return endWith(socket, 404, pathProblem(path))
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      const connection = new WebSocketConnection(webSocket, handle, settings)
      onOpen(connection)
      if (stream === undefined) return
      connection.onClose(stream.start((message) => connection.send(message)))
    })
  }
}

function handleAt(path: string, settings: Settings): Handle | undefined {
  return settings.pages.has(path) ? undefined : settings.route(path)
}
