import { type Breather, ExecutionTimeout } from '../../evm/breather.ts'

/** How long calls run one after the other before others get their turn. */
const stretchMs = 10

/** How a simulation shares the event loop. */
export interface Pace {
  /** What is left of the time that the whole may take. */
  leftMs(): number
  /** Lets others run when it has been long; throws an `ExecutionTimeout` when the time is over. */
  pause(): Promise<void>
}

/** Starts a simulation that may take `limitMs`. */
export function startPace(
  { elapsedMs, yield: giveWay }: Pick<Breather, 'elapsedMs' | 'yield'>,
  limitMs: number,
): Pace {
  const startMs = elapsedMs()
  let stretchStartMs = startMs
  const leftMs = (): number => startMs + limitMs - elapsedMs()
  return {
    leftMs,
    pause: async () => {
      if (leftMs() <= 0) throw new ExecutionTimeout()
      if (elapsedMs() - stretchStartMs < stretchMs) return
      await giveWay()
      stretchStartMs = elapsedMs()
    },
  }
}
