import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { WebSocket, WebSocketServer } from 'ws'
import { limitWords } from '../../lib/limits.ts'
import type { Handle } from '../../rpc/handle.ts'
import type { RefusalSummary } from '../../types/summary.ts'
import {
  hasManyHosts,
  isAllowedHost,
  isTrusted,
  manyHosts,
  pageOf,
  refusedHost,
  refusedOrigin,
} from '../http/origins.ts'
import type { Settings } from '../options.ts'
import { type Enter, pathOf, pathProblem, Refused } from '../place.ts'

import { FrameSocket } from './frameSocket.ts'
import { closeCode, WebSocketConnection } from './webSocketConnection.ts'

/** What Node hands over when a client asks for another protocol. */
interface Upgrade {
  readonly request: IncomingMessage
  readonly socket: Duplex
  readonly head: Buffer
}

const endReason = 'what was served here has ended: connect again'

/** Ends a connection that is no HTTP exchange any more with a last answer. */
export function endWith(socket: Duplex, status: number, reason: string): void {
  socket.end(lastAnswer(status, reason), () => socket.destroy())
}

/** The text of an answer after which there is none. */
export function lastAnswer(status: number, reason: string): string {
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Content-Type: text/plain',
    `Content-Length: ${Buffer.byteLength(reason)}`,
  ]
  return `${head.join('\r\n')}\r\n\r\n${reason}`
}

/** Returns the message for a client whose request headers come too slowly. */
export function headersTooLate({ headersTimeoutMs }: Settings): string {
  return `the headers of the request took too long: ${limitWords('headersMs', headersTimeoutMs, 'ms')}`
}

/** Returns the message for a client whose connection is closed because it was idle. */
export function idleTooLong({ idleTimeoutMs }: Settings): string {
  return `there was no request for too long: ${limitWords('idleMs', idleTimeoutMs, 'ms')}`
}

function refusalOf({ headers }: IncomingMessage, settings: Settings): RefusalSummary | undefined {
  if (!isAllowedHost(headers.host, settings)) return refusedHost(headers.host)
  if (isTrusted(headers, settings)) return undefined
  return refusedOrigin(headers.origin, 'open a WebSocket')
}

/** Makes the close that ws sends for a message that is too long name the limit. */
function nameLimit(webSocket: WebSocket, { maxMessageBytes }: Settings): void {
  const words = `message too large: ${limitWords('bodyBytes', maxMessageBytes, 'bytes')}`
  const close = webSocket.close.bind(webSocket)
  webSocket.close = (code, reason) =>
    close(code, code === closeCode.tooLarge ? (reason ?? words) : reason)
}

/** What a stream does with messages of its clients. */
const ignore: Handle = async () => ({ status: 204, text: undefined })

/** Makes WebSockets of upgrade requests; `onOpen` gets each that was accepted. */
export function createUpgrader(
  settings: Settings,
  onOpen: (connection: WebSocketConnection) => void,
): (request: IncomingMessage, socket: Duplex, head: Buffer) => void {
  let sockets: Promise<WebSocketServer> | undefined

  /** Loaded lazily, for the first WebSocket. */
  async function load(): Promise<WebSocketServer> {
    const { WebSocketServer } = await import('ws')
    return new WebSocketServer({
      noServer: true,
      clientTracking: false,
      perMessageDeflate: false,
      maxPayload: settings.maxMessageBytes,
    })
  }

  /** Enters a place, opens the WebSocket and has `start` begin what it is for. */
  async function open<What>(
    enter: Enter<What>,
    { request, socket, head }: Upgrade,
    start: (what: What, webSocket: WebSocket) => WebSocketConnection,
  ): Promise<void> {
    let ended = false
    let connection: WebSocketConnection | undefined
    sockets ??= load()
    const server = await sockets
    const { what, leave } = await enter(() => {
      ended = true
      connection?.end(closeCode.serviceRestart, endReason)
    })
    if (socket.destroyed) return leave()
    socket.once('close', leave)
    server.handleUpgrade(request, socket, head, (webSocket) => {
      nameLimit(webSocket, settings)
      connection = start(what, webSocket)
      onOpen(connection)
      if (ended) connection.end(closeCode.serviceRestart, endReason)
    })
  }

  async function openAt(path: string, upgrade: Upgrade): Promise<void> {
    const place = settings.route(path)
    const { socket } = upgrade
    switch (place?.kind) {
      case 'methods':
        return open(
          place.enter,
          upgrade,
          (handle, webSocket) =>
            new WebSocketConnection(
              new FrameSocket(webSocket, socket),
              socket,
              handle,
              settings,
              pageOf(upgrade.request.headers, settings),
            ),
        )
      case 'stream':
        return open(place.enter, upgrade, (stream, webSocket) => {
          const connection = new WebSocketConnection(
            new FrameSocket(webSocket, socket),
            socket,
            ignore,
            settings,
          )
          connection.onClose(stream.start((message) => connection.send(message)))
          return connection
        })
      default:
        throw new Refused(404, pathProblem(path))
    }
  }

  return (request, socket, head) => {
    if (hasManyHosts(request)) return endWith(socket, 400, manyHosts)
    const refusal = refusalOf(request, settings)
    if (refusal !== undefined) {
      settings.onRefused(refusal)
      return endWith(socket, 403, refusal.reason)
    }
    openAt(pathOf(request.url ?? '/'), { request, socket, head }).catch((error) => {
      if (error instanceof Refused) return endWith(socket, error.status, error.message)
      socket.destroy()
      settings.onInternalError(error)
    })
  }
}
