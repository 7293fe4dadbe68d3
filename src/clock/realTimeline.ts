import { clearTimeout, monotonicNow, setTimeout, wallNow } from '../lib/realTimers.ts'
import type { Task, Timeline, Timer } from './timeline.ts'

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

  return { elapsed, schedule, close }
}
