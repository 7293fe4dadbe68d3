import type { Durations } from '../../types/metrics.ts'

/** How many are kept for the percentiles. */
const window = 1024

/** Remembers how long something took: all of it in sums, the newest one by one. */
export class DurationRecord {
  readonly #clock: { realMs(): number }
  #count = 0
  #sumMs = 0
  #maxMs = 0
  readonly #newest: number[] = []

  constructor(clock: { realMs(): number }) {
    this.#clock = clock
  }

  /** Runs `task`; when it succeeds, adds how long it took. */
  async time<Result>(task: () => Promise<Result>): Promise<Result> {
    const startMs = this.#clock.realMs()
    const result = await task()
    this.#add(this.#clock.realMs() - startMs)
    return result
  }

  #add(ms: number): void {
    this.#newest[this.#count % window] = ms
    this.#count++
    this.#sumMs += ms
    this.#maxMs = Math.max(this.#maxMs, ms)
  }

  read(): Durations {
    const sorted = [...this.#newest].sort((one, other) => one - other)
    return {
      count: this.#count,
      sumMs: this.#sumMs,
      maxMs: this.#maxMs,
      p50Ms: percentile(sorted, 0.5),
      p99Ms: percentile(sorted, 0.99),
    }
  }
}

/** The least one that a share of all does not exceed. */
function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.ceil(sorted.length * share) - 1] ?? 0
}
