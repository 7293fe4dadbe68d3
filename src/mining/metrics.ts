import type { DevnetMetrics } from '../types/metrics.ts'
import type { MinerStep, Turn } from './turns.ts'

/** A few numbers about many, in milliseconds. */
export interface Spread {
  readonly count: number
  readonly mean: number
  readonly max: number
}

/** What a miner has done since it was made. */
export type MinerMetrics = DevnetMetrics['cadence'] & {
  /** How late the steps began that took place, and how long they took. */
  readonly latenessMs: Readonly<Record<MinerStep, Spread>>
  readonly durationMs: Readonly<Record<MinerStep, Spread>>
}

/** The part of the flashblock time from which a tick counts as late: timers are always a little late. */
const lateShare = 0.1

/** Adds up numbers without keeping them. */
class Tally {
  #count = 0
  #sum = 0
  #max = 0

  add(ms: number): void {
    this.#count++
    this.#sum += ms
    this.#max = Math.max(this.#max, ms)
  }

  spread(): Spread {
    const mean = this.#count === 0 ? 0 : this.#sum / this.#count
    return { count: this.#count, mean, max: this.#max }
  }
}

function tallies(): Record<MinerStep, Tally> {
  return { open: new Tally(), flashblock: new Tally(), seal: new Tally() }
}

function spreads({ open, flashblock, seal }: Record<MinerStep, Tally>): Record<MinerStep, Spread> {
  return { open: open.spread(), flashblock: flashblock.spread(), seal: seal.spread() }
}

/** Counts what a miner does. */
export class MinerRecord {
  #lateTicks = 0
  #skippedTicks = 0
  #skippedBlocks = 0
  #errors = 0
  readonly #latenessMs = tallies()
  readonly #durationMs = tallies()

  /** `flashblockMs` is the flashblock time that the turn was taken by, if there is one. */
  turn({ step, lateMs, skippedTicks, skippedBlocks }: Turn, flashblockMs: number): void {
    this.#skippedTicks += skippedTicks
    this.#skippedBlocks += skippedBlocks
    if (!step) return
    this.#latenessMs[step].add(lateMs)
    if (step === 'flashblock' && lateMs >= flashblockMs * lateShare) this.#lateTicks++
  }

  duration(step: MinerStep, ms: number): void {
    this.#durationMs[step].add(ms)
  }

  error(): void {
    this.#errors++
  }

  metrics(): MinerMetrics {
    const latenessMs = spreads(this.#latenessMs)
    return {
      ticks: latenessMs.flashblock.count,
      lateTicks: this.#lateTicks,
      skippedTicks: this.#skippedTicks,
      blocks: latenessMs.seal.count,
      skippedBlocks: this.#skippedBlocks,
      errors: this.#errors,
      latenessMs,
      durationMs: spreads(this.#durationMs),
    }
  }
}
