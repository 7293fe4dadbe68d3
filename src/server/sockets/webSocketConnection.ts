import type { Duplex } from 'node:stream'
import { limitWords } from '../../lib/limits.ts'
import { clearInterval, setImmediate, setInterval, setTimeout } from '../../lib/realTimers.ts'
import { bodiesWords, Incoming } from '../../lib/shares.ts'
import {
  type Connection,
  Disconnected,
  nextConnectionId,
  type WebPage,
} from '../../rpc/connection.ts'

import type { Handle } from '../../rpc/handle.ts'
import type { SharedMessage } from '../../rpc/jsonText.ts'

import type { Settings } from '../options.ts'
import type { MessageSocket } from './frameSocket.ts'
import { type Pushed, SendQueue, type UnsentLimit } from './sendQueue.ts'

/** Close codes of the WebSocket registry: the server stops, a message is too long, what it served has ended, the client is too slow. */
export const closeCode = {
  goingAway: 1001,
  tooLarge: 1009,
  serviceRestart: 1012,
  tryAgainLater: 1013,
} as const

/** Requests of one connection that are begun in one turn of the event loop. */
const maxStartsPerTurn = 16

/** Returns the message for a client that stops reading; a close has room for 123 bytes. */
function notRead(limit: UnsentLimit, { maxUnsentBytes, maxUnsentMs, answers }: Settings): string {
  const words = {
    unsentMs: () => limitWords('unsentMs', maxUnsentMs, 'ms'),
    unsentBytes: () => limitWords('unsentBytes', maxUnsentBytes, 'bytes'),
    unreadBytes: () => limitWords('unreadBytes', answers.maxUnread, 'bytes'),
  }
  return `messages are not read: ${words[limit]()}`
}

/** What is under a socket: what is written between the two goes out together. */
type Batched = Pick<Duplex, 'cork' | 'uncork' | 'prependListener'>

/** One client of a WebSocket or a pipe: its requests, worked on side by side, and what is pushed to it. */
export class WebSocketConnection implements Connection {
  readonly id = nextConnectionId()
  readonly #socket: MessageSocket
  readonly #stream: Batched
  readonly #handle: Handle
  readonly #settings: Settings
  readonly #page: WebPage | undefined
  readonly #out: SendQueue
  readonly #ping: NodeJS.Timeout
  #closeListeners: Set<() => void> | undefined = new Set()
  #waiting: Buffer[] = []
  #running = 0
  /** What has come of the next message. */
  readonly #next: Incoming
  #waitsForRoom = false
  #scheduled = false
  #heard = true

  /** `page`: where the client is, if that is a page. */
  constructor(
    socket: MessageSocket,
    stream: Batched,
    handle: Handle,
    settings: Settings,
    page?: WebPage | undefined,
  ) {
    this.#page = page
    this.#socket = socket
    this.#stream = stream
    this.#handle = handle
    this.#settings = settings
    this.#out = new SendQueue(socket, settings, {
      onStalled: (limit) => this.end(closeCode.tryAgainLater, notRead(limit, settings)),
      onDrained: () => this.#schedule(),
    })
    this.#ping = setInterval(() => this.#checkAlive(), settings.pingIntervalMs).unref()
    this.#next = new Incoming(settings.bodies, page?.origin)
    stream.prependListener('data', (chunk: Buffer) => this.#count(this.#next, chunk.length))
    socket.on('message', (message) => this.#receive(message))
    socket.on('pong', () => {
      this.#heard = true
    })
    // What is wrong with a frame is answered by ws itself, with a close code; errors are the client's.
    socket.on('error', () => undefined)
    socket.on('close', () => this.#closed())
  }

  /** Bytes that the client has not read. */
  get unsentBytes(): number {
    return this.#out.unsentBytes
  }

  send(message: Pushed): void {
    this.#out.push(message)
  }

  onClose(listener: () => void): void {
    if (this.#closeListeners === undefined) listener()
    else this.#closeListeners.add(listener)
  }

  /** Ends all subscriptions, says why, and cuts the connection when the client does not answer. */
  end(code: number, reason: string): void {
    if (this.#closeListeners === undefined) return
    this.#closed()
    this.#socket.resume()
    this.#socket.close(code, reason)
    setTimeout(() => this.#socket.terminate(), this.#settings.closeTimeoutMs).unref()
  }

  /** Closes the socket without a close frame, as a broken network does. */
  #cut(): void {
    this.#closed()
    this.#socket.terminate()
  }

  #closed(): void {
    const listeners = this.#closeListeners ?? []
    this.#closeListeners = undefined
    this.#waiting = []
    this.#stream.uncork()
    clearInterval(this.#ping)
    this.#next.end()
    this.#out.close()
    for (const listener of listeners) {
      try {
        listener()
      } catch (error) {
        this.#settings.onInternalError(error)
      }
    }
  }

  #checkAlive(): void {
    // A paused socket does not hear its pongs; whether it is read from, the queue watches.
    if (this.#socket.isPaused) return
    if (!this.#heard) {
      this.#socket.terminate()
      return
    }
    this.#heard = false
    this.#socket.ping()
  }

  #receive(message: Buffer): void {
    if (this.#closeListeners === undefined) return
    this.#heard = true
    this.#next.end()
    this.#waiting.push(message)
    this.#schedule()
  }

  /** Ends the connection when there is no room for what comes. */
  #count(incoming: Incoming, bytes: number): boolean {
    if (this.#closeListeners === undefined || incoming.take(bytes)) return true
    this.end(closeCode.tryAgainLater, bodiesWords(this.#settings.bodies, undefined))
    return false
  }

  #mayStart(): boolean {
    return (
      this.#waiting.length > 0 &&
      this.#running < this.#settings.maxConcurrent &&
      !this.#out.backlogged &&
      !this.#settings.answers.isFull
    )
  }

  /** Begins waiting requests in the next turn: one chunk of bytes can hold thousands of them. */
  #schedule(): void {
    if (this.#scheduled) return
    this.#scheduled = true
    setImmediate(() => {
      this.#scheduled = false
      this.#stream.cork()
      for (let starts = 0; starts < maxStartsPerTurn && this.#mayStart(); starts++) {
        this.#start(this.#waiting.shift() as Buffer)
      }
      if (this.#mayStart()) this.#schedule()
      else this.#awaitRoom()
      if (this.#waiting.length > 0) this.#socket.pause()
      else this.#socket.resume()
    })
    // In the same turn, after those that are answered at once.
    setImmediate(() => this.#stream.uncork())
  }

  /** Goes on once other clients have read what they got. */
  #awaitRoom(): void {
    const room = this.#waiting.length > 0 ? this.#settings.answers.room() : undefined
    if (room === undefined || this.#waitsForRoom) return
    this.#waitsForRoom = true
    void room.then(() => {
      this.#waitsForRoom = false
      this.#schedule()
    })
  }

  #start(message: Buffer): void {
    const incoming = new Incoming(this.#settings.bodies, this.#page?.origin)
    if (!this.#count(incoming, message.length)) return
    const request = new HeldConnection(this, this.#out)
    this.#running++
    this.#handle(message, request, this.#page)
      .then(({ text }) => {
        if (text === undefined) request.release()
        else this.#out.answer(text, () => request.release())
      })
      .catch((error) => {
        if (error instanceof Disconnected) this.#cut()
        else this.#settings.onInternalError(error)
      })
      .finally(() => {
        this.#running--
        incoming.end()
        if (this.#waiting.length > 0) this.#schedule()
      })
  }
}

/**
 * A connection as one of its requests sees it: messages wait until the answer is sent, so that the id of a
 * subscription is sent before its first notification.
 */
class HeldConnection implements Connection {
  readonly id: string
  readonly client: Connection
  readonly #out: SendQueue
  #held: (() => void)[] | undefined = []

  constructor(connection: Connection, out: SendQueue) {
    this.id = connection.id
    this.client = connection
    this.#out = out
  }

  send(message: string | SharedMessage): void {
    if (this.#held === undefined) this.client.send(message)
    else this.#held.push(this.#out.hold(message))
  }

  onClose(listener: () => void): void {
    this.client.onClose(listener)
  }

  end(code: number, reason: string): void {
    this.client.end(code, reason)
  }

  release(): void {
    const held = this.#held ?? []
    this.#held = undefined
    for (const send of held) send()
  }
}
