import type { Clock } from '../../clock/clock.ts'

/** The time of a scenario in ms: that of the devnet's clock, without pauses, and with jumps. */
export class ScenarioTime {
  readonly #clock: Pick<Clock, 'elapsed'>
  #startMs = 0
  /** Where it is held. */
  #heldMs: number | undefined

  constructor(clock: Pick<Clock, 'elapsed'>) {
    this.#clock = clock
  }

  get nowMs(): number {
    return this.#heldMs ?? this.#clock.elapsed() - this.#startMs
  }

  begin(): void {
    this.goTo(0)
  }

  hold(): void {
    this.#heldMs ??= this.nowMs
  }

  goOn(): void {
    const { nowMs } = this
    this.#heldMs = undefined
    this.goTo(nowMs)
  }

  /** It is that time now; a time that is held is held there. */
  goTo(ms: number): void {
    if (this.#heldMs === undefined) this.#startMs = this.#clock.elapsed() - ms
    else this.#heldMs = ms
  }

  /** Like `goTo`, but never back. */
  jumpTo(ms: number): void {
    if (ms > this.nowMs) this.goTo(ms)
  }
}
