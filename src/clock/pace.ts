/** What can be waited for and measured: steady milliseconds, and a turn for others. */
export interface PaceClock {
  realMs(): number
  yield(): Promise<void>
}

/** How long work runs at a stretch: well under a flashblock tick, long against a yield. */
export const stretchMs = 10

/** For a loop of many small steps: call it after each, and the event loop gets its turn when it has been long. */
export function createPace(clock: PaceClock): () => Promise<void> {
  let startMs = clock.realMs()
  return async () => {
    if (clock.realMs() - startMs < stretchMs) return
    await clock.yield()
    startMs = clock.realMs()
  }
}
