import type { Clock } from '../../clock/clock.ts'
import type { Timer } from '../../clock/timelines.ts'
import type { Flashblock } from '../../types/view.ts'
import type { FaultSubject, Faults } from '../faults/faults.ts'

export interface FlashblockStreamDeps {
  readonly clock: Clock
  readonly faults: Faults
  /** How long it takes until clients can read what was built, in ms. @default 0 */
  readonly executeMs?: number | undefined
  /** What is published of the open block. */
  readonly published: () => readonly Flashblock[]
  /** Gets what is built, before faults and delays. */
  readonly onBuilt?: ((flashblock: Flashblock) => void) | undefined
  /** Gets what arrives. */
  readonly deliver: (flashblock: Flashblock) => void
}

/** A flashblock on its way. */
interface Delayed {
  readonly flashblock: Flashblock
  readonly dueMs: number
}

/** What is on its way and how long the stops hold: for `FlashblockStream.restore`. */
export interface StreamSnapshot {
  readonly delayed: readonly { readonly flashblock: Flashblock; readonly remainingMs: number }[]
  readonly stopMs: number
}

/** The way of flashblocks from the builder to subscribers, and the faults that are applied there. */
export class FlashblockStream {
  readonly #deps: FlashblockStreamDeps
  /** The flashblocks in the order in which they were sent, which is that of their due times. */
  #delayed: Delayed[] = []
  /** Fires when the first of them is due. */
  #timer: Timer | undefined
  /** Before that nothing is sent, in elapsed ms. */
  #stoppedUntilMs = 0

  constructor(deps: FlashblockStreamDeps) {
    this.#deps = deps
  }

  /** Delivers it now or later, twice, or never. */
  send(flashblock: Flashblock): void {
    const { faults, published, executeMs = 0, onBuilt } = this.#deps
    onBuilt?.(flashblock)
    const subject = { flashblock: flashblock.index }
    if (this.#isStopped(subject)) return
    if (faults.isEmpty) {
      this.#deliver(flashblock, executeMs)
      return
    }
    const hits = ({ index }: { index?: number | undefined }): boolean =>
      index === undefined ? flashblock.index > 0 : flashblock.index === index
    if (faults.takeFirst('skipFlashblock', hits, subject) !== undefined) return
    const repeats = faults.take('repeatFlashblock', hits, subject).length
    const delayMs = faults
      .take('delayPublishing', undefined, subject)
      .reduce(
        (sum, { fault, random }) => sum + fault.ms + random.upTo(fault.jitterMs ?? 0),
        executeMs,
      )
    const isAgain = () => flashblock.index > 0 && published().length > 0
    const begun = faults.takeFirst('republish', isAgain, subject) === undefined ? [] : published()
    for (const before of begun) this.#deliver(before, delayMs)
    for (let copy = 0; copy <= repeats; copy++) this.#deliver(flashblock, delayMs)
  }

  /** The block has come to its end: what is on its way arrives no more. */
  cut(): void {
    this.#timer?.cancel()
    this.#timer = undefined
    this.#delayed = []
  }

  /** Ends stops. */
  resume(): void {
    this.#stoppedUntilMs = 0
  }

  snapshot(): StreamSnapshot {
    const nowMs = this.#deps.clock.elapsed()
    const delayed = this.#delayed.map(({ flashblock, dueMs }) => ({
      flashblock,
      remainingMs: Math.max(0, dueMs - nowMs),
    }))
    return { delayed, stopMs: Math.max(0, this.#stoppedUntilMs - nowMs) }
  }

  restore({ delayed, stopMs }: StreamSnapshot): void {
    this.cut()
    const nowMs = this.#deps.clock.elapsed()
    for (const { flashblock, remainingMs } of delayed) this.#delay(flashblock, nowMs + remainingMs)
    this.#stoppedUntilMs = stopMs === 0 ? 0 : nowMs + stopMs
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
    const lastDueMs = this.#delayed.at(-1)?.dueMs
    if (delayMs === 0 && lastDueMs === undefined) {
      this.#deps.deliver(flashblock)
      return
    }
    const dueMs = this.#deps.clock.elapsed() + delayMs
    this.#delay(flashblock, Math.max(dueMs, lastDueMs ?? dueMs))
  }

  #delay(flashblock: Flashblock, dueMs: number): void {
    this.#delayed.push({ flashblock, dueMs })
    if (this.#timer === undefined) this.#arm()
  }

  #arm(): void {
    const [first] = this.#delayed
    if (first === undefined) return
    const { clock } = this.#deps
    this.#timer = clock.schedule(first.dueMs - clock.elapsed(), () => this.#deliverDue())
  }

  /** Delivers what is due, oldest first. A delivery may cut the stream. */
  #deliverDue(): void {
    this.#timer = undefined
    const { clock, deliver } = this.#deps
    const nowMs = clock.elapsed()
    while (this.#timer === undefined) {
      const [first] = this.#delayed
      if (first === undefined || first.dueMs > nowMs) break
      this.#delayed.shift()
      deliver(first.flashblock)
    }
    if (this.#timer === undefined) this.#arm()
  }
}
