import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { JsonSplitter } from './jsonSplitter.ts'
import type { MessageSocket, Parts } from './messageSocket.ts'

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
      if (splitter.length > maxMessageBytes) socket.destroy()
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
