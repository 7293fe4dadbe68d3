import { Fifo } from '../lib/fifo.ts'
import { defaultLimits, type Limits } from '../lib/limits.ts'
import { setImmediate } from '../lib/realTimers.ts'

/** A client that has not read all of its answers. */
export interface SlowReader {
  /** Ends the connection unless the client reads something within a moment. */
  hurry(): void
}

/** How long the client may read nothing then, ms. */
export const hurryMs = 1_000

/** How many of the answers that are made at once one counts for. */
const weights = { long: 1, trace: 4 } as const

/** How long the answers of a method can be; absent: they are small. */
export type AnswerWeight = keyof typeof weights | undefined

interface Waiting {
  readonly weight: number
  readonly go: () => void
}

/**
 * The answers that are in memory, of all clients together: those that may be long are made a few at a time, and
 * nothing further is begun while too much is unread.
 */
export class Answers {
  /** Bytes. */
  readonly maxUnread: number
  readonly #maxLong: number
  readonly #readers = new Map<SlowReader, number>()
  readonly #hurried = new WeakSet<SlowReader>()
  readonly #requests = new Fifo<() => void>()
  readonly #long = new Fifo<Waiting>()
  readonly #batches = new Fifo<() => void>()
  #unread = 0
  #longNow = 0
  #hasBatch = false
  #isDue = false
  /** The next of `#long`, which has not had room yet. */
  #next: Waiting | undefined

  constructor(limits: Pick<Limits, 'unreadBytes' | 'longAnswers'> = defaultLimits) {
    this.maxUnread = limits.unreadBytes
    this.#maxLong = limits.longAnswers
  }

  /** Whether clients have left so much unread that nothing further is begun. */
  get isFull(): boolean {
    return this.#unread > this.maxUnread
  }

  /** Counts bytes that a client has to read; while there are too many, those that read nothing are ended. */
  add(reader: SlowReader, bytes: number): void {
    this.#unread += bytes
    this.#readers.set(reader, (this.#readers.get(reader) ?? 0) + bytes)
    if (this.isFull) for (const each of this.#readers.keys()) this.#hurry(each)
  }

  /** Bytes that the client has read, or will never. */
  remove(reader: SlowReader, bytes: number): void {
    const left = (this.#readers.get(reader) ?? 0) - bytes
    this.#unread -= bytes
    if (left > 0) this.#readers.set(reader, left)
    else {
      this.#readers.delete(reader)
      this.#hurried.delete(reader)
    }
    this.#goOn()
  }

  /** Waits until a request may be begun; nothing when it may at once. */
  room(): Promise<void> | undefined {
    if (!this.isFull) return undefined
    return new Promise((resolve) => this.#requests.put(resolve))
  }

  /**
   * Runs a method whose answers have that weight in its turn, with all that makes its answer; without a promise where
   * it is small and `make` gives none.
   */
  run<Result>(kind: AnswerWeight, make: () => Result | Promise<Result>): Result | Promise<Result> {
    const weight = Math.min(kind === undefined ? 0 : weights[kind], this.#maxLong)
    return weight === 0 ? make() : this.#inTurn(weight, make)
  }

  /** Waits until a batch may become long; it ends that by what it gets. */
  async longBatch(): Promise<() => void> {
    if (this.#hasBatch || this.isFull) {
      await new Promise<void>((resolve) => this.#batches.put(resolve))
    }
    this.#hasBatch = true
    return () => {
      this.#hasBatch = false
      this.#goOn()
    }
  }

  async #inTurn<Result>(weight: number, make: () => Result | Promise<Result>): Promise<Result> {
    const isAfterOthers = this.#next !== undefined || this.#long.size > 0
    if (isAfterOthers || !this.#hasRoomFor(weight)) {
      await new Promise<void>((resolve) => this.#long.put({ weight, go: resolve }))
    } else this.#longNow += weight
    try {
      return await make()
    } finally {
      this.#longNow -= weight
      this.#goOn()
    }
  }

  /** Long answers leave half of the room to others. */
  #hasRoomFor(weight: number): boolean {
    return this.#longNow + weight <= this.#maxLong && this.#unread <= this.maxUnread / 2
  }

  #hurry(reader: SlowReader): void {
    if (this.#hurried.has(reader)) return
    this.#hurried.add(reader)
    reader.hurry()
  }

  /** One of each kind at a time, so that its answer counts before the next is begun. */
  #goOn(): void {
    if (this.#isDue || this.isFull || !this.#isWaitedFor()) return
    this.#isDue = true
    setImmediate(() => {
      this.#isDue = false
      if (this.isFull) return
      this.#requests.take()?.()
      if (!this.#hasBatch) {
        const batch = this.#batches.take()
        this.#hasBatch = batch !== undefined
        batch?.()
      }
      this.#beginLong()
      this.#goOn()
    })
  }

  #isWaitedFor(): boolean {
    if (this.#requests.size > 0 || (this.#batches.size > 0 && !this.#hasBatch)) return true
    this.#next ??= this.#long.take()
    return this.#next !== undefined && this.#hasRoomFor(this.#next.weight)
  }

  #beginLong(): void {
    this.#next ??= this.#long.take()
    if (this.#next === undefined || !this.#hasRoomFor(this.#next.weight)) return
    this.#longNow += this.#next.weight
    this.#next.go()
    this.#next = undefined
  }
}
