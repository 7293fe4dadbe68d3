import { setImmediate } from '../lib/realTimers.ts'

/** What can be waited for and measured: steady milliseconds, and a turn for others. */
export interface PaceClock {
  realMs(): number
  yield(): Promise<void>
}

/** How long work runs at a stretch: well under a flashblock tick, long against a yield. */
const stretchMs = 5

/** The last of those that wait for their turn. */
const waiting = new WeakMap<PaceClock, Promise<void>>()

/**
 * Gives others their turn. Of those that wait here one goes on at a time, and timers and sockets are
 * served in between: however many calls run long, a flashblock waits for one of them.
 */
export function nextTurn(clock: PaceClock): Promise<void> {
  const take = () => clock.yield()
  const turn = waiting.get(clock)?.then(take, take) ?? take()
  waiting.set(clock, turn)
  return turn
}

/**
 * Returns a function to call after each step of a loop: it yields to the event loop when the turn has been long, and
 * returns a promise only then. `nowMs`: for callers that have just read the clock.
 */
export function createPace(clock: PaceClock): (nowMs?: number) => Promise<void> | undefined {
  let startMs = clock.realMs()
  return (nowMs = clock.realMs()) => {
    if (nowMs - startMs < stretchMs) return undefined
    return nextTurn(clock).then(() => {
      startMs = clock.realMs()
    })
  }
}

/** Yields to the event loop if that is due, and returns a promise only then. */
export type YieldIfDue = () => Promise<void> | undefined

/** Yields once in a number of steps: for steps that are shorter than reading the clock. */
export function onceIn(steps: number, yieldIfDue: YieldIfDue): YieldIfDue {
  let count = 0
  return () => (++count % steps === 0 ? yieldIfDue() : undefined)
}

/** Lets the event loop serve what waits (sockets, timers), then goes on. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

/** Work in small steps: it gives nothing between them, and its result at the end. */
export type Steps<Result> = Generator<void, Result>

/** Does all that is left at once. */
export function finish<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

/** Does what is left, where `pace` is called after each step and waited for where it gives a promise. */
export async function finishInTurns<Result>(
  steps: Steps<Result>,
  pace: YieldIfDue,
): Promise<Result> {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
    const turn = pace()
    if (turn !== undefined) await turn
  }
}
