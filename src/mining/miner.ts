import { type MinerMetrics, MinerRecord } from './metrics.ts'
import {
  type Cadence,
  checkCadence,
  type MinerStep,
  nextStep,
  type Progress,
  takeTurn,
} from './turns.ts'

/** What the miner needs of a clock. */
export interface MinerClock {
  /** Steady milliseconds. */
  elapsed(): number
  schedule(delayMs: number, task: () => Promise<void>): { cancel(): void }
  /** Lets the event loop serve others. */
  yield(): Promise<void>
}

/** What the miner calls at its times, one at a time. None of them may wait for the miner. */
export interface MinerCallbacks {
  /** A block begins: publish flashblock 0. Does nothing when a block is open already. */
  open(): Promise<void>
  /** A tick: publish the next flashblock. */
  flashblock(): Promise<void>
  /** The block time is over. */
  seal(): Promise<void>
  /** Gets what one of the others throws; the cadence goes on. */
  onError(error: unknown, step: MinerStep): void
}

export type MinerState = 'stopped' | 'running' | 'paused'

/**
 * Says when, never what: calls back at the times of its cadence. Times are computed from the
 * planned start of each block, so nothing adds up to a drift; what is late by a whole turn is
 * left out and counted, never made up for in a burst.
 */
export class Miner {
  readonly #clock: MinerClock
  readonly #callbacks: MinerCallbacks
  readonly #record = new MinerRecord()
  #cadence: Cadence
  #state: MinerState = 'stopped'
  #progress: Progress = { startMs: 0, opened: false, ticksOver: 0 }
  #pausedAtMs = 0
  #timer: { cancel(): void } | undefined
  /** The run of due steps under way, if any; while there is one no timer is set. */
  #work: Promise<void> | undefined

  /** Throws an `InvalidCadenceError`. */
  constructor(clock: MinerClock, cadence: Cadence, callbacks: MinerCallbacks) {
    checkCadence(cadence)
    this.#clock = clock
    this.#cadence = cadence
    this.#callbacks = callbacks
  }

  get cadence(): Cadence {
    return this.#cadence
  }

  get state(): MinerState {
    return this.#state
  }

  /**
   * Begins a block now and ends when it is open; does nothing unless stopped.
   * Wait for it before a manual clock is advanced.
   */
  async start(): Promise<void> {
    if (this.#state !== 'stopped') return
    this.#state = 'running'
    this.#begin(false)
    await this.#proceed()
  }

  /** No callback begins after this; ends when a running one has ended. May be called twice. */
  async stop(): Promise<void> {
    this.#state = 'stopped'
    this.#disarm()
    await this.#work
  }

  /** Holds the cadence where it is; a running callback ends. */
  pause(): void {
    if (this.#state !== 'running') return
    this.#state = 'paused'
    this.#pausedAtMs = this.#clock.elapsed()
    this.#disarm()
  }

  /** Goes on where `pause` held: all times to come move by the time in between. */
  resume(): void {
    if (this.#state !== 'paused') return
    this.#state = 'running'
    const pausedMs = this.#clock.elapsed() - this.#pausedAtMs
    this.#progress = { ...this.#progress, startMs: this.#progress.startMs + pausedMs }
    this.#arm()
  }

  /**
   * Goes over to another cadence, which begins a block now, as `start` does. While a callback
   * runs this returns at once, and the block begins when the callback has ended.
   * Throws an `InvalidCadenceError`.
   */
  async setCadence(cadence: Cadence): Promise<void> {
    checkCadence(cadence)
    this.#cadence = cadence
    this.#begin(false)
    if (!this.#work) await this.#proceed()
  }

  /** A block was opened from outside, just now: its times count from here. */
  realign(): void {
    this.#begin(true)
    this.#arm()
  }

  /** Where the cadence is in its block, for `goTo`. */
  get place(): Progress {
    return { ...this.#progress, startMs: this.#progress.startMs - this.#nowMs }
  }

  /** Goes on as from a place where it was. */
  goTo(place: Progress): void {
    this.#progress = { ...place, startMs: place.startMs + this.#nowMs }
    this.#arm()
  }

  /** The time of the cadence, which a pause holds. */
  get #nowMs(): number {
    return this.#state === 'paused' ? this.#pausedAtMs : this.#clock.elapsed()
  }

  metrics(): MinerMetrics {
    return this.#record.metrics()
  }

  #begin(opened: boolean): void {
    const startMs = this.#clock.elapsed()
    this.#progress = { startMs, opened, ticksOver: 0 }
    this.#pausedAtMs = startMs
  }

  /** Takes the steps that are due, then waits for the one that comes next. */
  #proceed(): Promise<void> {
    this.#disarm()
    this.#work ??= this.#takeDueSteps().finally(() => {
      this.#work = undefined
      this.#arm()
    })
    return this.#work
  }

  async #takeDueSteps(): Promise<void> {
    // What falls due meanwhile gets its own timer: also a miner that is always late comes to an end.
    const untilMs = this.#clock.elapsed()
    while (this.#state === 'running') {
      const turn = takeTurn(this.#cadence, this.#progress, this.#clock.elapsed(), untilMs)
      // Noted before the step runs: what a callback changes about the cadence then stays.
      this.#progress = turn.progress
      this.#record.turn(turn, 'flashblockMs' in this.#cadence ? this.#cadence.flashblockMs : 0)
      if (!turn.step) return
      await this.#take(turn.step)
      // Readers get their turn between two steps.
      await this.#clock.yield()
    }
  }

  async #take(step: MinerStep): Promise<void> {
    const fromMs = this.#clock.elapsed()
    try {
      await this.#callbacks[step]()
    } catch (error) {
      this.#record.error()
      this.#report(error, step)
    }
    this.#record.duration(step, this.#clock.elapsed() - fromMs)
  }

  #report(error: unknown, step: MinerStep): void {
    try {
      this.#callbacks.onError(error, step)
    } catch {
      // The cadence goes on even if the report of an error throws.
    }
  }

  #arm(): void {
    this.#disarm()
    const next = nextStep(this.#cadence, this.#progress)
    if (this.#state !== 'running' || this.#work || !next) return
    const delayMs = Math.max(0, next.atMs - this.#clock.elapsed())
    this.#timer = this.#clock.schedule(delayMs, () => this.#proceed())
  }

  #disarm(): void {
    this.#timer?.cancel()
    this.#timer = undefined
  }
}
