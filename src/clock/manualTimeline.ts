import { InvalidTimeError } from './clockErrors.ts'
import { yieldToEventLoop } from './eventLoop.ts'
import type { Task, Timeline, Timer } from './timeline.ts'

interface Waiting extends Timer {
  readonly deadline: number
  readonly task: Task
}

/** Time that stands still until `advance` is called: equal calls give equal runs. */
export class ManualTimeline implements Timeline {
  #nowMs = 0
  #closed = false
  /** By deadline, equal ones in the order in which they were asked for. */
  readonly #waiting: Waiting[] = []

  elapsed(): number {
    return this.#nowMs
  }

  schedule(delayMs: number, task: Task): Timer {
    const waiting: Waiting = {
      deadline: this.#nowMs + Math.max(0, delayMs),
      task,
      cancel: () => {
        const index = this.#waiting.indexOf(waiting)
        if (index >= 0) this.#waiting.splice(index, 1)
      },
    }
    if (!this.#closed) {
      const later = this.#waiting.findIndex(({ deadline }) => deadline > waiting.deadline)
      this.#waiting.splice(later < 0 ? this.#waiting.length : later, 0, waiting)
    }
    return waiting
  }

  /**
   * Moves time on by `spanMs` and runs what falls due, each task at its deadline and after the one
   * before has ended, those included that they ask for on the way. Waits for all of them.
   * A task may advance the time itself: that is how long it took. Other calls come one by one.
   * What a task throws comes out here, time then standing at its deadline.
   */
  async advance(spanMs: number): Promise<void> {
    const most = Number.MAX_SAFE_INTEGER - this.#nowMs
    if (typeof spanMs !== 'number' || !(spanMs >= 0 && spanMs <= most)) {
      const span = typeof spanMs === 'number' ? `${spanMs} ms` : `a ${typeof spanMs}`
      throw new InvalidTimeError(`cannot advance by ${span}: give 0 to ${most} ms`)
    }
    const target = this.#nowMs + spanMs
    for (;;) {
      const next = this.#waiting[0]
      if (!next || next.deadline > target) break
      this.#waiting.shift()
      this.#moveTo(next.deadline)
      await next.task()
      // Between two tasks readers get their turn, as they do when time passes by itself.
      await yieldToEventLoop()
    }
    this.#moveTo(target)
  }

  close(): void {
    this.#closed = true
    this.#waiting.length = 0
  }

  #moveTo(timeMs: number): void {
    if (timeMs > this.#nowMs) this.#nowMs = timeMs
  }
}
