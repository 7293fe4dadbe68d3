import { EventEmitter } from 'node:events'
import { statSync, unlinkSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { reasonOf } from '../../lib/errors.ts'
import { JsonSplitter } from '../../lib/jsonSplitter.ts'
import { limitWords } from '../../lib/limits.ts'
import { setTimeout } from '../../lib/realTimers.ts'
import { encodeError, noId } from '../../rpc/envelope.ts'
import type { Handle } from '../../rpc/handle.ts'
import { invalidRequest } from '../../rpc/rpcError.ts'
import { type ServerOptions, toSettings } from '../options.ts'
import type { ServerLoad } from '../server.ts'
import type { MessageSocket, Parts } from './frameSocket.ts'
import { closeCode, WebSocketConnection } from './webSocketConnection.ts'

/** How long a client that has sent too much may take to read so. */
const lingerMs = 1_000

interface PipeEvents {
  message: [message: Buffer]
  pong: []
  close: []
  error: [error: Error]
}

/** A pipe on which JSON texts follow each other, as a socket of messages. Each that is sent ends with a line feed. */
class PipeSocket extends EventEmitter<PipeEvents> implements MessageSocket {
  readonly #socket: Socket

  constructor(socket: Socket, maxMessageBytes: number) {
    super()
    this.#socket = socket
    const splitter = new JsonSplitter()
    socket.on('data', (chunk: Buffer) => {
      for (const { buffer } of splitter.push(chunk)) this.emit('message', Buffer.from(buffer))
      if (splitter.length <= maxMessageBytes) return
      // What else comes is read and dropped: a socket closed with bytes unread is reset, and the answer with it.
      socket.removeAllListeners('data').resume()
      const words = limitWords('bodyBytes', maxMessageBytes, 'bytes')
      const error = invalidRequest(`message too large: ${words}`)
      socket.end(`${encodeError(noId, error)}\n`)
      setTimeout(() => socket.destroy(), lingerMs).unref()
    })
    socket.on('close', () => this.emit('close'))
    socket.on('error', (error) => this.emit('error', error))
  }

  get isPaused(): boolean {
    return this.#socket.isPaused()
  }

  send(parts: Parts, sent: () => void): void {
    if (!this.#socket.writable) return
    this.#socket.cork()
    for (const part of parts) this.#socket.write(part)
    this.#socket.write('\n', sent)
    this.#socket.uncork()
  }

  /** A client that is gone closes the pipe, so no ping is needed. */
  ping(): void {
    this.emit('pong')
  }

  pause(): void {
    this.#socket.pause()
  }

  resume(): void {
    this.#socket.resume()
  }

  close(): void {
    this.#socket.end()
  }

  terminate(): void {
    this.#socket.destroy()
  }
}

/** Where Anvil listens when no path is given. */
export const defaultPipePath =
  process.platform === 'win32' ? '\\\\.\\pipe\\anvil.ipc' : '/tmp/anvil.ipc'

export interface PipeServerOptions
  extends Pick<ServerOptions, 'maxMessageBytes' | 'onInternalError'> {
  /** The path of a socket in the file system, or of a named pipe of Windows. */
  readonly path: string
  readonly handle: Handle
}

/** A pipe that is listened on. */
export interface PipeServer {
  readonly path: string
  /** Ends all connections and resolves when the path is free. */
  close(): Promise<void>
  load(): ServerLoad
}

/** The pipe could not be listened on. */
export class PipeError extends Error {
  override readonly name = 'PipeError'
}

/** Serves JSON-RPC on a pipe of this machine (IPC). Rejects with a `PipeError`. */
export async function startPipeServer({
  path,
  handle,
  ...options
}: PipeServerOptions): Promise<PipeServer> {
  const settings = toSettings({ ...options, route: () => undefined, port: 0 })
  const connections = new Set<WebSocketConnection>()
  const server = createServer((socket) => {
    socket.unref()
    const pipe = new PipeSocket(socket, settings.maxMessageBytes)
    const connection = new WebSocketConnection(pipe, socket, handle, settings)
    connections.add(connection)
    connection.onClose(() => connections.delete(connection))
  })
  await listen(server, path)
  server.on('error', options.onInternalError)
  return {
    path,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const connection of connections) {
          connection.end(closeCode.goingAway, 'the server is closing')
        }
      }),
    load: () => ({
      http: 0,
      webSocket: connections.size,
      unsentBytes: [...connections].reduce((sum, { unsentBytes }) => sum + unsentBytes, 0),
    }),
  }
}

/** What a process that was killed has left at the path is taken away. */
async function listen(server: Server, path: string): Promise<void> {
  try {
    await tryListening(server, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw failure(path, error)
    try {
      if (await isServed(path)) throw new PipeError(`cannot listen on ${path}: it is in use`)
      unlinkSync(path)
      await tryListening(server, path)
    } catch (again) {
      throw again instanceof PipeError ? again : failure(path, again)
    }
  }
}

function failure(path: string, cause: unknown): PipeError {
  const reason = reasonOf(cause)
  return new PipeError(`cannot listen on ${path}: ${reason}`, { cause })
}

function tryListening(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

/** Whether the path is in use; non-socket files count as in use. */
async function isServed(path: string): Promise<boolean> {
  if (!statSync(path).isSocket()) return true
  return new Promise((resolve) => {
    const socket = connect(path)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code !== 'ECONNREFUSED'))
  })
}
