import { createPace, type PaceClock } from '../clock/pace.ts'
import { ExecutionTimeout } from '../ethereumjs/yieldIfDue.ts'

/** How long an execution may go on, and how it shares the event loop meanwhile. */
export interface TimeLimit {
  /** What is left of the time that the whole may take. */
  leftMs(): number
  /** Lets others run when it has been long; throws an `ExecutionTimeout` when the time is over. */
  pause(): Promise<void>
  /** As `pause`, with a promise only when it has been long. */
  turn(): Promise<void> | undefined
}

/** Starts a simulation that may take `limitMs`. */
export function startTimeLimit(clock: PaceClock, limitMs: number): TimeLimit {
  const endMs = clock.realMs() + limitMs
  const yieldIfDue = createPace(clock)
  const leftMs = (): number => endMs - clock.realMs()
  const turn = (): Promise<void> | undefined => {
    const nowMs = clock.realMs()
    if (nowMs >= endMs) throw new ExecutionTimeout()
    return yieldIfDue(nowMs)
  }
  return { leftMs, turn, pause: async () => turn() }
}
