import type { Timeline } from '../../../clock/timelines.ts'
import { clearInterval, setInterval } from '../../../lib/realTimers.ts'

export interface LimiterOptions {
  /** Exchanges at once. */
  readonly concurrency: number
  readonly requestsPerSecond: number | undefined
  /** How many of the first requests the rate does not count. @default 0 */
  readonly uncounted?: number | undefined
}

/**
 * How much is sent to an upstream at a time. A refusal for too many requests halves what may be under
 * way at once; each answer after that lets it grow by one, up to where it began.
 */
export class Limiter {
  readonly #timeline: Timeline
  readonly #most: number
  readonly #msPerItem: number
  /** Items that the rate does not count yet. */
  #uncounted: number
  #limit: number
  #underWay = 0
  /** When the next item may be sent, ms. */
  #freeAt = 0
  readonly #waiting: (() => void)[] = []

  constructor(
    timeline: Timeline,
    { concurrency, requestsPerSecond, uncounted = 0 }: LimiterOptions,
  ) {
    this.#uncounted = uncounted
    this.#timeline = timeline
    this.#most = concurrency
    this.#limit = concurrency
    this.#msPerItem = requestsPerSecond === undefined ? 0 : 1000 / requestsPerSecond
  }

  /**
   * Waits until that many items may be sent. Resolves with the time that this would take, ms, at once
   * where it is more than `leftMs`. `leave` must follow.
   */
  async enter(items: number, leftMs: number): Promise<number | undefined> {
    const latest = this.#timeline.elapsed() + leftMs
    while (this.#underWay >= this.#limit) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
    this.#underWay++
    const now = this.#timeline.elapsed()
    const start = Math.max(now, this.#freeAt)
    if (start > latest) return start - now
    const counted = Math.max(0, items - this.#uncounted)
    this.#uncounted -= items - counted
    this.#freeAt = start + counted * this.#msPerItem
    if (start > now) {
      await new Promise<void>((resolve) => this.#timeline.schedule(start - now, resolve))
    }
    return undefined
  }

  /** What was sent has come to its end. */
  leave(outcome: 'answered' | 'failed' | 'tooMany'): void {
    this.#underWay--
    if (outcome === 'tooMany') this.#limit = Math.max(1, Math.floor(this.#limit / 2))
    else if (outcome === 'answered') this.#limit = Math.min(this.#most, this.#limit + 1)
    const free = Math.max(0, this.#limit - this.#underWay)
    for (const go of this.#waiting.splice(0, free)) go()
  }

  /** Nothing more is sent for that long. */
  pause(ms: number): void {
    this.#freeAt = Math.max(this.#freeAt, this.#timeline.elapsed() + ms)
  }

  /** Lets all go on that wait: they find that it is over. */
  release(): void {
    this.#limit = Number.POSITIVE_INFINITY
    this.#freeAt = 0
    for (const go of this.#waiting.splice(0)) go()
  }
}

/** The longest delay of a timer, ms. */
const maxMs = 2_147_483_647

/**
 * Keeps the process alive while a request is pending, as an open socket would: between two tries
 * there is none, and the clock's timers keep nothing alive.
 */
export class KeepAlive {
  #waiting = 0
  #handle: ReturnType<typeof setInterval> | undefined

  enter(): void {
    this.#waiting++
    this.#handle ??= setInterval(() => {}, maxMs)
  }

  /** Once for each `enter`. */
  leave(): void {
    this.#waiting--
    if (this.#waiting > 0) return
    clearInterval(this.#handle)
    this.#handle = undefined
  }
}
