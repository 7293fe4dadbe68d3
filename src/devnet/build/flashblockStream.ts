import type { Clock } from '../../clock/clock.ts'
import type { Timer } from '../../clock/timeline.ts'
import type { Flashblock } from '../../types/view.ts'
import type { FaultSubject, Faults } from '../faults/faults.ts'

export interface FlashblockStreamDeps {
  readonly clock: Clock
  readonly faults: Faults
  /** Gets what arrives. */
  readonly deliver: (flashblock: Flashblock) => void
}

/** A flashblock on its way. */
interface Delayed {
  readonly flashblock: Flashblock
  readonly dueMs: number
  readonly timer: Timer
}

/** What is on its way and how long the stops hold: for `FlashblockStream.restore`. */
export interface StreamSnapshot {
  readonly delayed: readonly { readonly flashblock: Flashblock; readonly remainingMs: number }[]
  readonly stopMs: number
}

/** The way of flashblocks from the builder to subscribers, and the faults that are applied there. */
export class FlashblockStream {
  readonly #deps: FlashblockStreamDeps
  readonly #delayed = new Set<Delayed>()
  /** Before that nothing is sent, in elapsed ms. */
  #stoppedUntilMs = 0

  constructor(deps: FlashblockStreamDeps) {
    this.#deps = deps
  }

  /** Delivers it now or later, twice, or never. */
  send(flashblock: Flashblock): void {
    const { faults } = this.#deps
    const subject = { flashblock: flashblock.index }
    if (this.#isStopped(subject)) return
    if (faults.isEmpty) {
      this.#deliver(flashblock, 0)
      return
    }
    const hits = ({ index }: { index?: number | undefined }): boolean =>
      index === undefined ? flashblock.index > 0 : flashblock.index === index
    if (faults.takeFirst('skipFlashblock', hits, subject) !== undefined) return
    const repeats = faults.take('repeatFlashblock', hits, subject).length
    const delayMs = faults
      .take('delayPublishing', undefined, subject)
      .reduce((sum, { fault, random }) => sum + fault.ms + random.upTo(fault.jitterMs ?? 0), 0)
    for (let copy = 0; copy <= repeats; copy++) this.#deliver(flashblock, delayMs)
  }

  /** The block has come to its end: what is on its way arrives no more. */
  cut(): void {
    for (const { timer } of this.#delayed) timer.cancel()
    this.#delayed.clear()
  }

  /** Ends stops. */
  resume(): void {
    this.#stoppedUntilMs = 0
  }

  snapshot(): StreamSnapshot {
    const nowMs = this.#deps.clock.elapsed()
    const delayed = Array.from(this.#delayed, ({ flashblock, dueMs }) => ({
      flashblock,
      remainingMs: Math.max(0, dueMs - nowMs),
    }))
    return { delayed, stopMs: Math.max(0, this.#stoppedUntilMs - nowMs) }
  }

  restore({ delayed, stopMs }: StreamSnapshot): void {
    this.cut()
    for (const { flashblock, remainingMs } of delayed) this.#delay(flashblock, remainingMs)
    this.#stoppedUntilMs = stopMs === 0 ? 0 : this.#deps.clock.elapsed() + stopMs
  }

  /** The time of a stop counts from the first flashblock that it hits. */
  #isStopped(subject: FaultSubject): boolean {
    const { faults, clock } = this.#deps
    if (faults.isEmpty && this.#stoppedUntilMs === 0) return false
    const nowMs = clock.elapsed()
    for (const { fault } of faults.take('stopPublishing', undefined, subject)) {
      this.#stoppedUntilMs = Math.max(this.#stoppedUntilMs, nowMs + fault.ms)
    }
    return nowMs < this.#stoppedUntilMs
  }

  /** Never before one that was sent earlier. */
  #deliver(flashblock: Flashblock, delayMs: number): void {
    if (delayMs === 0 && this.#delayed.size === 0) {
      this.#deps.deliver(flashblock)
      return
    }
    const nowMs = this.#deps.clock.elapsed()
    const lastDueMs = Math.max(nowMs, ...Array.from(this.#delayed, ({ dueMs }) => dueMs))
    const remainingMs = Math.max(delayMs, lastDueMs - nowMs)
    if (remainingMs === 0) this.#deps.deliver(flashblock)
    else this.#delay(flashblock, remainingMs)
  }

  #delay(flashblock: Flashblock, remainingMs: number): void {
    const { clock, deliver } = this.#deps
    const timer = clock.schedule(remainingMs, async () => {
      this.#delayed.delete(delayed)
      deliver(flashblock)
    })
    const delayed = { flashblock, dueMs: clock.elapsed() + remainingMs, timer }
    this.#delayed.add(delayed)
  }
}
