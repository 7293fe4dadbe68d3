import { clearTimeout, monotonicNow, setTimeout, wallNow } from '../lib/realTimers.ts'
import { InvalidTimeError } from './clockErrors.ts'
import { yieldToEventLoop } from './pace.ts'

/** A task that waits for its time. */
export interface Timer {
  /** The task will not start any more; nothing happens to one that has started. May be called twice. */
  cancel(): void
}

/** What a timer runs. It deals with its own errors. */
export type Task = () => void | Promise<void>

/** Where time comes from: it passes by itself, or only when asked to. */
export interface Timeline {
  /** Milliseconds since the timeline began; never goes back. */
  elapsed(): number
  /** Runs `task` once, `delayMs` from now; a delay below 0 counts as 0. */
  schedule(delayMs: number, task: Task): Timer
  /** Runs `task` after what is under way: while time is advanced, before anything else that is due. */
  soon(task: Task): void
  /** Cancels all timers; later ones never fire. */
  close(): void
}

interface Waiting extends Timer {
  readonly deadline: number
  readonly task: Task
}

/** Time that stands still until `advance` is called: equal calls give equal runs. */
export class ManualTimeline implements Timeline {
  #nowMs = 0
  #closed = false
  /** How many calls of `advance` are under way. */
  #advancing = 0
  readonly #soon: Task[] = []
  /** Tasks of `soon` that run while time stands still: it goes on after them. */
  #early: Promise<unknown> | undefined
  /** The waiting timers by deadline, equal ones in the order of their creation. */
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

  soon(task: Task): void {
    if (this.#closed) return
    if (this.#advancing > 0) this.#soon.push(task)
    else this.#early = Promise.all([this.#early, Promise.resolve().then(task)])
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
    while (this.#early !== undefined) {
      const early = this.#early
      await early
      if (this.#early === early) this.#early = undefined
    }
    const target = this.#nowMs + spanMs
    this.#advancing++
    try {
      for (let task = this.#next(target); task; task = this.#next(target)) {
        await task()
        // Between two tasks readers get their turn, as they do when time passes by itself.
        await yieldToEventLoop()
      }
    } finally {
      this.#advancing--
    }
    this.#moveTo(target)
  }

  /** Takes what is to run next up to that time, which then is its time. */
  #next(target: number): Task | undefined {
    const soon = this.#soon.shift()
    if (soon !== undefined) return soon
    const [next] = this.#waiting
    if (!next || next.deadline > target) return undefined
    this.#waiting.shift()
    this.#moveTo(next.deadline)
    return next.task
  }

  close(): void {
    this.#closed = true
    this.#waiting.length = 0
    this.#soon.length = 0
  }

  #moveTo(timeMs: number): void {
    if (timeMs > this.#nowMs) this.#nowMs = timeMs
  }
}

/** The longest delay of a timer in JavaScript, 2^31 - 1 ms; a longer one would fire at once. */
const maxDelayMs = 2_147_483_647

/** Milliseconds on a steady clock; only differences mean something. */
export function monotonicMs(): number {
  return monotonicNow()
}

/** Milliseconds since 1970. */
export function wallMs(): number {
  return wallNow()
}

/** Time as it passes. Its timers do not keep a process alive. */
export function createRealTimeline(): Timeline {
  const beganAt = monotonicNow()
  const waiting = new Set<Timer>()
  let closed = false

  function elapsed(): number {
    return monotonicNow() - beganAt
  }

  function schedule(delayMs: number, task: Task): Timer {
    const deadline = elapsed() + delayMs
    let handle: ReturnType<typeof setTimeout> | undefined
    const timer: Timer = {
      cancel() {
        clearTimeout(handle)
        waiting.delete(timer)
      },
    }
    // Runtimes round to whole milliseconds and may wake early: then wait for the rest.
    const wake = (): void => {
      const restMs = deadline - elapsed()
      if (restMs > 0) {
        arm(restMs)
        return
      }
      waiting.delete(timer)
      void task()
    }
    const arm = (restMs: number): void => {
      handle = setTimeout(wake, Math.min(Math.ceil(restMs), maxDelayMs))
      // A browser's handle is a number and keeps nothing alive.
      if (typeof handle === 'object') handle.unref()
    }
    if (!closed) {
      waiting.add(timer)
      arm(Math.max(0, delayMs))
    }
    return timer
  }

  function close(): void {
    closed = true
    for (const timer of waiting) timer.cancel()
  }

  return { elapsed, schedule, soon: (task) => void schedule(0, task), close }
}
