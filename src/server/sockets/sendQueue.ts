import { Fifo } from '../../lib/fifo.ts'
import { clearTimeout, setTimeout } from '../../lib/realTimers.ts'
import { type Answers, hurryMs, type SlowReader } from '../../rpc/answers.ts'
import { SharedMessage } from '../../rpc/jsonText.ts'
import type { MessageSocket, Parts } from './frameSocket.ts'

/** A connection whose client has unread messages. */
interface SlowClient {
  /** Bytes of pushes that are kept for it. */
  readonly unsentPushBytes: number
  /** Ends it. */
  readonly onStalled: (limit: 'unsentBytes') => void
}

/** What is kept for all clients that do not read: each has its bound, and many of them one together. */
export class UnsentTotal {
  readonly #limit: number
  readonly #slowClients = new Set<SlowClient>()
  #bytes = 0

  /** `limit` in bytes. */
  constructor(limit: number) {
    this.#limit = limit
  }

  /** Counts what is kept for the client from now on. Over the limit the one that has left most unread is ended. */
  add(client: SlowClient, bytes: number): void {
    this.#slowClients.add(client)
    this.#bytes += bytes
    while (this.#bytes > this.#limit && this.#slowClients.size > 1) {
      let worst = client
      for (const other of this.#slowClients) {
        if (other.unsentPushBytes > worst.unsentPushBytes) worst = other
      }
      const before = this.#bytes
      worst.onStalled('unsentBytes')
      // It gives all of it back; were it not so, this would never end.
      if (this.#bytes >= before) return
    }
  }

  /** Bytes that are not kept for the client any more; `isLast` when nothing is. */
  remove(client: SlowClient, bytes: number, isLast: boolean): void {
    this.#bytes -= bytes
    if (isLast) this.#slowClients.delete(client)
  }
}

/** A message to a client; bytes are UTF-8. */
export type Pushed = string | Uint8Array | SharedMessage

/** The limit of what a client may leave unread that it is over. */
export type UnsentLimit = 'unsentBytes' | 'unsentMs' | 'unreadBytes'

interface SendLimits {
  readonly maxUnsentBytes: number
  readonly maxUnsentMs: number
  readonly unsentTotal: UnsentTotal
  /** The answers of all clients. */
  readonly answers: Answers
}

/**
 * Messages that the socket has at a time. A socket that is cut makes an error with a stack for each
 * write that it has not made, so the others wait here, where they are dropped at once.
 */
const maxInSocket = 64

/** What a waiting message takes in memory besides its bytes, in bytes. */
const messageOverhead = 256

/** Also of what is shared: it is what this client has not read. */
function sizeOf(parts: Parts): number {
  return parts.reduce((sum, { length }) => sum + length, messageOverhead)
}

function partsOf(message: Pushed): Parts {
  if (message instanceof SharedMessage) return [message.head.bytes, message.rest.bytes]
  return [typeof message === 'string' ? Buffer.from(message) : message]
}

/**
 * What goes out on one socket. What the client does not read is kept and counted here, but for
 * the few messages that the socket has. Pushes come whether the client reads or not, so there is a
 * limit to them. Answers are asked for: they wait until there is room, and nothing new is asked of
 * the connection meanwhile.
 */
export class SendQueue implements SlowClient, SlowReader {
  readonly onStalled: (limit: UnsentLimit) => void
  readonly #socket: MessageSocket
  readonly #limits: SendLimits
  readonly #onDrained: () => void
  readonly #messages = new Fifo<{ readonly parts: Parts; readonly sent: () => void }>()
  #answers: { readonly parts: Parts; readonly sent: () => void }[] = []
  #inSocket = 0
  #unsentBytes = 0
  #unsentPushBytes = 0
  #unreadAnswers = 0
  #timer: NodeJS.Timeout | undefined
  #closed = false

  /**
   * `onStalled` is called when the client, or all together, have left too much or too long unread,
   * `onDrained` each time that `backlogged` has ended.
   */
  constructor(
    socket: MessageSocket,
    limits: SendLimits,
    events: {
      readonly onStalled: (limit: UnsentLimit) => void
      readonly onDrained: () => void
    },
  ) {
    this.#socket = socket
    this.#limits = limits
    this.onStalled = events.onStalled
    this.#onDrained = events.onDrained
  }

  /** Whether the client reads more slowly than it is sent to. */
  get backlogged(): boolean {
    return this.#unsentBytes > this.#limits.maxUnsentBytes / 4
  }

  /** Bytes that are kept for the client, who has not read them, with what it takes to keep them. */
  get unsentBytes(): number {
    return this.#unsentBytes
  }

  get unsentPushBytes(): number {
    return this.#unsentPushBytes
  }

  /** Sends a message that the client did not ask for one by one. */
  push(message: Pushed): void {
    this.hold(message)()
  }

  /**
   * Counts a push now and sends it when the returned function is called, so that held pushes
   * are bounded like unread ones.
   */
  hold(message: Pushed): () => void {
    if (this.#closed) return () => undefined
    const parts = partsOf(message)
    const size = sizeOf(parts)
    const over = this.#unsentPushBytes + size > this.#limits.maxUnsentBytes
    if (over && this.#unsentPushBytes > 0) {
      this.onStalled('unsentBytes')
      return () => undefined
    }
    this.#unsentPushBytes += size
    this.#limits.unsentTotal.add(this, size)
    return () => this.#write(parts, () => this.#removePushes(size))
  }

  /** Sends an answer, at once or when the client has read enough of what came before. */
  answer(text: string, sent: () => void): void {
    if (this.#closed) return
    const parts = partsOf(text)
    const size = sizeOf(parts)
    this.#unreadAnswers += size
    this.#limits.answers.add(this, size)
    this.#answers.push({ parts, sent })
    this.#writeAnswers()
  }

  /** Drops what is not given to the socket yet; nothing is sent from now on. */
  close(): void {
    if (this.#closed) return
    this.#closed = true
    this.#answers = []
    this.#messages.clear()
    this.#unsentBytes = 0
    this.#removePushes(this.#unsentPushBytes)
    this.#removeAnswers(this.#unreadAnswers)
    clearTimeout(this.#timer)
  }

  /** Ends the connection if the client reads nothing within a moment. */
  hurry(): void {
    if (this.#closed) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.onStalled('unreadBytes'), hurryMs).unref()
  }

  #removeAnswers(bytes: number): void {
    if (bytes === 0) return
    this.#unreadAnswers -= bytes
    this.#limits.answers.remove(this, bytes)
  }

  #removePushes(bytes: number): void {
    this.#unsentPushBytes -= bytes
    this.#limits.unsentTotal.remove(this, bytes, this.#unsentPushBytes === 0)
  }

  #writeAnswers(): void {
    while (this.#unsentBytes <= this.#limits.maxUnsentBytes) {
      const answer = this.#answers.shift()
      if (answer === undefined) return
      const { parts } = answer
      this.#write(parts, () => this.#removeAnswers(sizeOf(parts)))
      answer.sent()
    }
  }

  #write(parts: Parts, sent: () => void): void {
    if (this.#closed) return
    this.#unsentBytes += sizeOf(parts)
    const late = () => this.onStalled('unsentMs')
    this.#timer ??= setTimeout(late, this.#limits.maxUnsentMs).unref()
    this.#messages.put({ parts, sent })
    this.#fillSocket()
  }

  #fillSocket(): void {
    while (this.#inSocket < maxInSocket) {
      const message = this.#messages.take()
      if (message === undefined) return
      this.#inSocket++
      const { parts, sent } = message
      this.#socket.send(parts, () => {
        if (this.#closed) return
        const wasBacklogged = this.backlogged
        this.#inSocket--
        this.#unsentBytes -= sizeOf(parts)
        sent()
        this.#restartTimer()
        this.#fillSocket()
        this.#writeAnswers()
        if (wasBacklogged && !this.backlogged) this.#onDrained()
      })
    }
  }

  #restartTimer(): void {
    if (this.#unsentBytes > 0) {
      this.#timer?.refresh()
      return
    }
    clearTimeout(this.#timer)
    this.#timer = undefined
  }
}
