import { clearTimeout, setTimeout } from '../lib/realTimers.ts'
import type { MessageSocket } from './messageSocket.ts'

interface SendLimits {
  readonly maxUnsentBytes: number
  readonly maxUnsentMs: number
}

/**
 * What goes out on one socket. The socket keeps what the client does not read; this counts it.
 * Pushes come whether the client reads or not, so there is a limit to them. Answers are asked for:
 * they wait until there is room, and nothing new is asked of the connection meanwhile.
 */
export class SendQueue {
  readonly #socket: MessageSocket
  readonly #limits: SendLimits
  readonly #onStalled: () => void
  readonly #onDrained: () => void
  #answers: { readonly bytes: Buffer; readonly sent: () => void }[] = []
  #unsentBytes = 0
  #unsentPushBytes = 0
  #timer: NodeJS.Timeout | undefined
  #closed = false

  /**
   * `onStalled` is called when the client has left too much or too long unread,
   * `onDrained` each time that `backlogged` has ended.
   */
  constructor(
    socket: MessageSocket,
    limits: SendLimits,
    events: { readonly onStalled: () => void; readonly onDrained: () => void },
  ) {
    this.#socket = socket
    this.#limits = limits
    this.#onStalled = events.onStalled
    this.#onDrained = events.onDrained
  }

  /** Whether the client reads more slowly than it is sent to. */
  get backlogged(): boolean {
    return this.#unsentBytes > this.#limits.maxUnsentBytes / 4
  }

  /** Bytes given to the socket that the client has not read. */
  get unsentBytes(): number {
    return this.#unsentBytes
  }

  /** Sends a message that the client did not ask for one by one; bytes are UTF-8. */
  push(message: string | Uint8Array): void {
    this.hold(message)()
  }

  /**
   * Counts a push now and sends it when the returned function is called, so that held pushes
   * are bounded like unread ones.
   */
  hold(message: string | Uint8Array): () => void {
    if (this.#closed) return () => undefined
    const bytes = typeof message === 'string' ? Buffer.from(message) : message
    const over = this.#unsentPushBytes + bytes.length > this.#limits.maxUnsentBytes
    if (over && this.#unsentPushBytes > 0) {
      this.#onStalled()
      return () => undefined
    }
    this.#unsentPushBytes += bytes.length
    return () =>
      this.#write(bytes, () => {
        this.#unsentPushBytes -= bytes.length
      })
  }

  /** Sends an answer, at once or when the client has read enough of what came before. */
  answer(text: string, sent: () => void): void {
    if (this.#closed) return
    this.#answers.push({ bytes: Buffer.from(text), sent })
    this.#writeAnswers()
  }

  /** Drops what is not given to the socket yet; nothing is sent from now on. */
  close(): void {
    this.#closed = true
    this.#answers = []
    clearTimeout(this.#timer)
  }

  #writeAnswers(): void {
    while (this.#unsentBytes <= this.#limits.maxUnsentBytes) {
      const answer = this.#answers.shift()
      if (answer === undefined) return
      this.#write(answer.bytes, () => undefined)
      answer.sent()
    }
  }

  #write(bytes: Uint8Array, done: () => void): void {
    if (this.#closed) return
    this.#unsentBytes += bytes.length
    this.#timer ??= setTimeout(this.#onStalled, this.#limits.maxUnsentMs).unref()
    this.#socket.send(bytes, { binary: false }, () => {
      if (this.#closed) return
      const wasBacklogged = this.backlogged
      this.#unsentBytes -= bytes.length
      done()
      this.#restartTimer()
      this.#writeAnswers()
      if (wasBacklogged && !this.backlogged) this.#onDrained()
    })
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
