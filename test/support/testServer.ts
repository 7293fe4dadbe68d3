import { connect, type Socket } from 'node:net'
import { WebSocket } from 'ws'
import type { HandleOptions } from '../../src/rpc/handle.ts'
import type { ServerOptions } from '../../src/server/options.ts'
import { methodsOf, type Place } from '../../src/server/place.ts'
import { type RunningServer, startServer } from '../../src/server/server.ts'
import { createTestRpc, type TestRpc } from './testRpc.ts'

/** A server with the test methods at `/` and `/public`, on a free port. */
export interface TestServer extends RunningServer, AsyncDisposable {
  readonly rpc: TestRpc
  /** Errors that are the server's own; tests expect none. */
  readonly serverErrors: unknown[]
  /** Sends a body, JSON unless it is text, and reads the answer. */
  post(body: unknown, options?: PostOptions): Promise<Response>
  /** An open WebSocket. */
  open(path?: string): Promise<TestSocket>
  /** A TCP connection, to send what no client would. */
  raw(): Promise<RawConnection>
}

interface PostOptions {
  readonly path?: string | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** What else there is than the test methods, by path. */
interface TestServerOptions extends Partial<ServerOptions> {
  readonly places?: Readonly<Record<string, Place>> | undefined
}

export async function startTestServer(
  { places, ...options }: TestServerOptions = {},
  rpcOptions: Partial<HandleOptions> = {},
): Promise<TestServer> {
  const rpc = createTestRpc(rpcOptions)
  const open = createTestRpc({ ...rpcOptions, profile: 'public' })
  const serverErrors: unknown[] = []
  const server = await startServer({
    route: (path) =>
      ({ '/': methodsOf(rpc.handle, 'chain'), '/public': methodsOf(open.handle), ...places })[path],
    port: 0,
    onInternalError: (error) => serverErrors.push(error),
    ...options,
  })
  return {
    ...server,
    rpc,
    serverErrors,
    post: (body, { path = '/', headers = {} } = {}) =>
      fetch(`${server.url}${path}`, {
        method: 'POST',
        body: typeof body === 'string' ? body : JSON.stringify(body),
        headers: { 'content-type': 'application/json', ...headers },
      }),
    open: (path = '/') => openSocket(`ws://127.0.0.1:${server.port}${path}`),
    raw: () => connectRaw(server.port),
    [Symbol.asyncDispose]: () => server.close(),
  }
}

export function request(method: string, params: readonly unknown[] = [], id: unknown = 1) {
  return { jsonrpc: '2.0', id, method, params }
}

/** A WebSocket client that collects what it gets. */
interface TestSocket {
  readonly socket: WebSocket
  /** Messages so far, parsed. */
  readonly messages: unknown[]
  send(message: unknown): void
  /** Code and reason of the close, when it came. */
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>
}

export async function openSocket(url: string): Promise<TestSocket> {
  const socket = new WebSocket(url)
  const messages: unknown[] = []
  socket.on('message', (data) => messages.push(JSON.parse(String(data))))
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.on('close', (code, reason) => resolve({ code, reason: String(reason) }))
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  socket.on('error', () => undefined)
  return {
    socket,
    messages,
    send: (message) => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
    closed,
  }
}

/** Bytes out, text in. */
interface RawConnection {
  readonly socket: Socket
  /** All that came so far. */
  text(): string
  write(data: string | Uint8Array): void
  /** All that came, when the other side has closed. */
  readonly ended: Promise<string>
}

export async function connectRaw(port: number): Promise<RawConnection> {
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1')
  })
  socket.on('error', () => undefined)
  const ended = new Promise<string>((resolve) => socket.on('close', () => resolve(text)))
  await new Promise((resolve) => socket.once('connect', resolve))
  return { socket, text: () => text, write: (data) => socket.write(data), ended }
}

/** The text of a POST with JSON, for raw connections. */
export function httpPost(body: string, headers: readonly string[] = []): string {
  return [
    'POST / HTTP/1.1',
    'Host: localhost',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...headers,
    '',
    body,
  ].join('\r\n')
}
