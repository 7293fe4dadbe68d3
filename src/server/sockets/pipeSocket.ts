import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { limitWords } from '../../lib/limits.ts'
import { setTimeout } from '../../lib/realTimers.ts'
import { encodeError, noId } from '../../rpc/envelope.ts'
import { invalidRequest } from '../../rpc/rpcError.ts'
import { JsonSplitter } from '../http/jsonSplitter.ts'
import type { MessageSocket, Parts } from './messageSocket.ts'

/** How long a client that has sent too much may take to read so. */
const lingerMs = 1_000

interface PipeEvents {
  message: [message: Buffer]
  pong: []
  close: []
  error: [error: Error]
}

/** A pipe on which JSON texts follow each other, as a socket of messages. Each that is sent ends with a line feed. */
export class PipeSocket extends EventEmitter<PipeEvents> implements MessageSocket {
  readonly #socket: Socket

  constructor(socket: Socket, maxMessageBytes: number) {
    super()
    this.#socket = socket
    const splitter = new JsonSplitter()
    socket.on('data', (chunk: Buffer) => {
      for (const text of splitter.push(chunk)) this.emit('message', text)
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

  /** Who is gone from a pipe closes it: it need not be asked. */
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
