import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'

/** A text in UTF-8, in parts that follow each other: messages to many share the last one. */
export type Parts = readonly Uint8Array[]

/** What carries whole messages both ways: a WebSocket, or a pipe that looks like one. */
export interface MessageSocket {
  readonly isPaused: boolean
  on(event: 'message', listener: (message: Buffer) => void): unknown
  on(event: 'pong' | 'close', listener: () => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
  /** Sends a text of several parts; `sent` is called when the client has room for it. */
  send(parts: Parts, sent: () => void): void
  ping(): void
  pause(): void
  resume(): void
  close(code: number, reason: string): void
  terminate(): void
}

/** A text, whole in one frame (RFC 6455, 5.2). */
const textFrame = 0x81
const [twoBytes, eightBytes] = [126, 127]

/** The state of a WebSocket that is open. */
const open = 1

/**
 * A WebSocket that writes messages of several parts as one frame without putting them into one piece of memory:
 * a client has nothing of its own then of what all clients get. All else is done by ws.
 */
export class FrameSocket implements MessageSocket {
  readonly #webSocket: WebSocket
  readonly #stream: Duplex

  /** `stream` is what is under the WebSocket. */
  constructor(webSocket: WebSocket, stream: Duplex) {
    this.#webSocket = webSocket
    this.#stream = stream
  }

  get isPaused(): boolean {
    return this.#webSocket.isPaused
  }

  on(event: 'message', listener: (message: Buffer) => void): unknown
  on(event: 'pong' | 'close', listener: () => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
  // biome-ignore lint/suspicious/noExplicitAny: each event has a listener of its own, as declared above
  on(event: string, listener: (...args: any[]) => void): unknown {
    return this.#webSocket.on(event, listener)
  }

  send(parts: Parts, sent: () => void): void {
    if (this.#webSocket.readyState !== open) return
    const stream = this.#stream
    stream.cork()
    stream.write(frameHeader(parts))
    parts.forEach((part, index) => {
      if (index === parts.length - 1) stream.write(part, sent)
      else stream.write(part)
    })
    stream.uncork()
  }

  ping(): void {
    this.#webSocket.ping()
  }

  pause(): void {
    this.#webSocket.pause()
  }

  resume(): void {
    this.#webSocket.resume()
  }

  close(code: number, reason: string): void {
    this.#webSocket.close(code, reason)
  }

  terminate(): void {
    this.#webSocket.terminate()
  }
}

/** Headers by the length of what follows: all who get the same have the same. */
const headers = new Map<number, Uint8Array>()
const maxHeaders = 1_000

function frameHeader(parts: Parts): Uint8Array {
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  const known = headers.get(length)
  if (known !== undefined) return known
  if (headers.size >= maxHeaders) headers.clear()
  const header = headerOf(length)
  headers.set(length, header)
  return header
}

function headerOf(length: number): Uint8Array {
  if (length < twoBytes) return Uint8Array.of(textFrame, length)
  if (length < 2 ** 16) return Uint8Array.of(textFrame, twoBytes, length >> 8, length & 255)
  const header = Buffer.alloc(10)
  header.set([textFrame, eightBytes])
  header.writeBigUInt64BE(BigInt(length), 2)
  return header
}
