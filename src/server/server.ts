import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net'
import { Fifo } from '../lib/fifo.ts'
import { limitWords } from '../lib/limits.ts'
import { Memo } from '../lib/memo.ts'
import { clearTimeout, setImmediate, setTimeout } from '../lib/realTimers.ts'
import { Disconnected } from '../rpc/connection.ts'
import { serveHttp } from './http/http.ts'
import { hasManyHosts, manyHosts } from './http/origins.ts'
import { type PlainPosts, servePlainPosts } from './http/plainPosts.ts'
import { type ServerOptions, type Settings, toSettings } from './options.ts'
import {
  createUpgrader,
  endWith,
  headersTooLate,
  idleTooLong,
  lastAnswer,
} from './sockets/upgrade.ts'
import { closeCode, type WebSocketConnection } from './sockets/webSocketConnection.ts'

/**
 * Starts what it is given in the order of coming, at most `most` in one turn of the event loop: a client can send
 * thousands of requests in one piece, and others are to get their turn meanwhile. The turns are looked at after
 * `most` have started only, as each look is a turn of its own.
 */
export function inTurns(most: number): (start: () => void) => void {
  const waiting = new Fifo<() => void>()
  let started = 0

  function run(start: () => void): void {
    if (++started === most) setImmediate(nextTurn)
    start()
  }

  function nextTurn(): void {
    started = 0
    while (started < most) {
      const start = waiting.take()
      if (start === undefined) return
      run(start)
    }
  }

  return (start) => {
    if (started < most) run(start)
    else waiting.put(start)
  }
}

/** How long a client that is turned away may take to read why. */
const lingerMs = 1_000

/** The number of refused connections at a time that get the reason; further ones are closed. */
const maxRefusalsAtOnce = 64

/** Answers a connection that is one too many, and ends it; `connections` are there with it. */
function turnAway(socket: Socket, settings: Settings, connections: number): void {
  const { maxConnections } = settings
  if (connections > maxConnections + maxRefusalsAtOnce) {
    socket.destroy()
    return
  }
  const timer = setTimeout(() => socket.destroy(), lingerMs).unref()
  socket.once('close', () => clearTimeout(timer))
  // What the client sends is read: a connection closed with bytes unread is reset, and the answer with it.
  socket.on('end', () => socket.destroy()).resume()
  socket.end(lastAnswer(503, `too many connections: ${limitWords('connections', maxConnections)}`))
}

/** A server that listens. */
export interface RunningServer {
  /** The host as given. */
  readonly host: string
  /** The port it got. */
  readonly port: number
  /** Such as `http://127.0.0.1:8545`; WebSockets open at the same address. */
  readonly url: string
  /**
   * Takes no more connections, lets open requests end for a moment and closes all sockets.
   * Resolves when the port is free; a second call waits for the same.
   */
  close(): Promise<void>
  /** What is open and unread now. */
  load(): ServerLoad
}

export interface ServerLoad {
  /** Connections that are no WebSockets, idle ones too. */
  readonly http: number
  readonly webSocket: number
  /** Bytes that clients of WebSockets have not read. */
  readonly unsentBytes: number
}

/** How often Node checks for late headers within the time they have. */
const checksPerHeadersTimeout = 5

/** Plain heads that are remembered, of at most 4 kB each: those of one client have as many lengths as its bodies. */
const maxHeads = 1024

/** Requests of node:http that are begun in one turn of the event loop. */
const maxPerTurn = 32

/** Returns the answer to an invalid or slow request. */
function clientErrorOf(error: NodeJS.ErrnoException, settings: Settings): [number, string] {
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW': {
      const words = limitWords('headerBytes', settings.maxHeaderBytes, 'bytes')
      return [431, `request headers too large: ${words}`]
    }
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return [408, headersTooLate(settings)]
    default:
      return [400, error.message]
  }
}

function listen(http: Server, { port, host }: Settings): Promise<void> {
  return new Promise((resolve, reject) => {
    const onError = (error: Error) => reject(new ListenError(port, host, error))
    http.once('error', onError)
    http.listen({ port, host }, () => {
      http.off('error', onError)
      resolve()
    })
  })
}

/**
 * Serves JSON-RPC over HTTP and WebSocket on one port. Rejects with a `ListenError` when it cannot
 * listen there.
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const settings = toSettings(options)
  const { host, onInternalError } = settings
  const sockets = new Set<Socket>()
  const openResponses = new Set<ServerResponse<IncomingMessage>>()
  /** The sockets of requests that are answered without node:http. */
  const answering = new Set<Socket>()
  /** What follows on them is not served: it may be meant for another server. */
  const refused = new WeakSet<Socket>()
  const webSockets = new Set<WebSocketConnection>()
  const begin = inTurns(maxPerTurn)
  let closing: Promise<void> | undefined

  function serve(
    request: IncomingMessage,
    response: ServerResponse<IncomingMessage>,
    expectsContinue: boolean,
  ): void {
    if (refused.has(request.socket)) return
    if (hasManyHosts(request)) {
      refused.add(request.socket)
      http.emit('clientError', new Error(manyHosts), request.socket)
      return
    }
    openResponses.add(response)
    response.once('close', () => {
      openResponses.delete(response)
      if (closing !== undefined) request.socket.destroySoon()
    })
    begin(() => {
      if (request.destroyed || response.destroyed) return
      serveHttp(request, response, settings, expectsContinue).catch((error) => {
        response.destroy()
        if (!(error instanceof Disconnected)) onInternalError(error)
      })
    })
  }

  const http = createServer({
    headersTimeout: settings.headersTimeoutMs,
    connectionsCheckingInterval: Math.ceil(settings.headersTimeoutMs / checksPerHeadersTimeout),
    // The limit for bodies is about progress, see `readBody`, not about the whole.
    requestTimeout: 0,
    maxHeaderSize: settings.maxHeaderBytes,
    keepAliveTimeout: settings.idleTimeoutMs,
  })
  http.on('request', (request, response) => serve(request, response, false))
  http.on('checkContinue', (request, response) => serve(request, response, true))
  // Where node:http stands on another server, as in Bun, connections are not there to be read.
  const canReadConnections = http instanceof NetServer
  const handOvers = http.listeners('connection')
  if (canReadConnections) http.removeAllListeners('connection')
  const door = {
    settings,
    answering,
    heads: new Memo<PlainPosts | undefined>(maxHeads),
    isClosing: () => closing !== undefined,
    handOver: (socket: Socket) => {
      for (const handOver of handOvers) handOver.call(http, socket)
    },
  }
  http.on('timeout', (socket) => {
    if (!socket.destroyed) endWith(socket, 408, idleTooLong(settings))
  })
  /** WebSockets too. */
  let connections = 0
  http.on('connection', (socket) => {
    sockets.add(socket)
    connections++
    socket.once('close', () => {
      sockets.delete(socket)
      connections--
    })
    // Node and ws each listen for a socket's errors; between the two there is no listener.
    socket.on('error', () => undefined)
    socket.unref()
    if (!canReadConnections) return
    if (connections > settings.maxConnections) turnAway(socket, settings, connections)
    else servePlainPosts(socket, door)
  })
  http.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const answering = [...openResponses].find((response) => response.req.socket === socket)
    // An error now would be taken for the answer to the request before.
    if (answering?.req.complete) answering.once('close', () => socket.destroy())
    else if (answering?.headersSent || !socket.writable || error.code === 'ECONNRESET')
      socket.destroy()
    else endWith(socket, ...clientErrorOf(error, settings))
  })

  const upgrade = createUpgrader(settings, (connection) => {
    webSockets.add(connection)
    connection.onClose(() => webSockets.delete(connection))
  })
  http.on('upgrade', (request, socket, head) => {
    sockets.delete(request.socket)
    upgrade(request, socket, head)
  })

  await listen(http, settings)
  http.on('error', onInternalError)
  if (settings.unref) http.unref()
  const { port } = http.address() as AddressInfo

  async function stop(): Promise<void> {
    const stopped = new Promise<void>((resolve) => http.close(() => resolve()))
    for (const connection of webSockets) {
      connection.end(closeCode.goingAway, 'the server is closing')
    }
    const busy = new Set([...openResponses].map(({ req }) => req.socket))
    for (const socket of answering) busy.add(socket)
    for (const socket of sockets) if (!busy.has(socket)) socket.destroy()
    const timer = setTimeout(() => {
      for (const socket of sockets) socket.destroy()
    }, settings.closeTimeoutMs)
    await stopped
    clearTimeout(timer)
  }

  return {
    host,
    port,
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    close() {
      closing ??= stop()
      return closing
    },
    load() {
      let unsentBytes = 0
      for (const connection of webSockets) unsentBytes += connection.unsentBytes
      return { http: sockets.size, webSocket: webSockets.size, unsentBytes }
    },
  }
}

const reasons: ReadonlyMap<string, string> = new Map([
  ['EADDRINUSE', 'the port is in use: choose another one, or 0 for a free one'],
  ['EACCES', 'not permitted: ports under 1024 may need rights, choose a higher one'],
  ['EADDRNOTAVAIL', 'this machine has no such address'],
  ['ENOTFOUND', 'no such host'],
])

/** The server could not listen. `code` is the operating system's, such as `EADDRINUSE`. */
export class ListenError extends Error {
  override readonly name = 'ListenError'
  readonly code: string
  readonly port: number
  readonly host: string

  constructor(port: number, host: string, cause: NodeJS.ErrnoException) {
    const code = cause.code ?? 'UNKNOWN'
    super(`cannot listen on ${host} port ${port}: ${reasons.get(code) ?? cause.message}`, { cause })
    this.code = code
    this.port = port
    this.host = host
  }
}
