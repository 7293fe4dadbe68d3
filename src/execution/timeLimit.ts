import { createPace, type PaceClock } from '../clock/pace.ts'
import { ExecutionTimeout } from '../ethereumjs/yieldIfDue.ts'

/** How a simulation shares the event loop. */
export interface Pace {
  /** What is left of the time that the whole may take. */
  leftMs(): number
  /** Lets others run when it has been long; throws an `ExecutionTimeout` when the time is over. */
  pause(): Promise<void>
  /** As `pause`, with a promise only when it has been long. */
  turn(): Promise<void> | undefined
}

/** Starts a simulation that may take `limitMs`. */
export function startPace(clock: PaceClock, limitMs: number): Pace {
  const endMs = clock.realMs() + limitMs
  const breathe = createPace(clock)
  const leftMs = (): number => endMs - clock.realMs()
  const turn = (): Promise<void> | undefined => {
    if (leftMs() <= 0) throw new ExecutionTimeout()
    return breathe()
  }
  return { leftMs, turn, pause: async () => turn() }
}
