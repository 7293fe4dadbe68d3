import { greater } from '../lib/bigints.ts'
import {
  InvalidTimeError,
  ManualClockRequiredError,
  TimestampTooHighError,
  TimestampTooLowError,
} from './clockErrors.ts'
import { yieldToEventLoop } from './pace.ts'
import {
  createRealTimeline,
  ManualTimeline,
  monotonicMs,
  type Task,
  type Timeline,
  type Timer,
  wallMs,
} from './timelines.ts'

/**
 * Where a manual clock starts when nothing else is said, in ms: 2026-01-01T00:00:00Z. A whole day,
 * easy to recognise in a log, and later than the activation of Osaka on mainnet (December 2025),
 * so that no tool which derives the rules from a timestamp takes these blocks for older ones.
 */
export const manualStartMs = 1_767_225_600_000

/** The latest time of a chain, in seconds. A header has 64 bits for it: half of them are left to the blocks that follow. */
export const maxTimestamp = 2n ** 63n - 1n

/** No header has a later one, in seconds. */
const lastOfHeaders = 2n ** 64n - 1n

/** The longest time between two blocks, in seconds: 136 years. Blocks with it go on for 2^31 blocks after `maxTimestamp`. */
export const maxInterval = 2n ** 32n - 1n

/** Throws a `TimestampTooHighError` for seconds that are after `maxTimestamp`. */
export function checkTimestamp(timestamp: bigint): void {
  if (timestamp > maxTimestamp) throw new TimestampTooHighError(timestamp, maxTimestamp)
}

export interface ClockOptions {
  /** `real`: time passes by itself. `manual`: only `advance` moves it. */
  readonly mode: 'real' | 'manual'
  /** Chain time at the start, ms since 1970. @default the wall's, or `manualStartMs` */
  readonly startMs?: number | undefined
  /** Whether a block may have its parent's timestamp. @default false */
  readonly allowSameTimestamp?: boolean | undefined
}

/** All of a clock that a snapshot has to keep; `restore` takes it back. */
export interface ClockSnapshot {
  /** Chain time, ms since 1970. */
  readonly nowMs: bigint
  readonly offsetMs: bigint
  /** Seconds since 1970. */
  readonly nextTimestamp: bigint | undefined
  /** Seconds. */
  readonly intervalSeconds: bigint | undefined
}

/** What chain time is made of: origin + elapsed + offset, in ms. Clocks of one process that share it move together. */
interface ChainTime {
  originMs: bigint
  offsetMs: bigint
}

/**
 * The time of one chain. `now` is chain time, which users move; `elapsed` is the steady time of
 * the cadence, which they do not.
 */
export class Clock {
  readonly mode: 'real' | 'manual'
  readonly #timeline: Timeline
  readonly #allowSame: boolean
  readonly #time: ChainTime
  /** When the last block was sealed, whatever users did to chain time; ms since 1970. */
  #sealedMs: number
  #next: bigint | undefined
  #interval: bigint | undefined
  #blockMs: number | undefined

  /** Called by `createClock`. */
  constructor(mode: 'real' | 'manual', timeline: Timeline, time: ChainTime, allowSame: boolean) {
    this.mode = mode
    this.#timeline = timeline
    this.#allowSame = allowSame
    this.#time = time
    this.#sealedMs = this.#unmovedMs()
  }

  /** A clock of another chain with the same time: who moves one moves both. What is set for the next block is its own. */
  beside(allowSameTimestamp = false): Clock {
    return new Clock(this.mode, this.#timeline, this.#time, allowSameTimestamp)
  }

  /** Chain time, whole ms since 1970. */
  now(): number {
    return Number(this.#nowMs())
  }

  /** Milliseconds since the clock was made, whatever users did to chain time. */
  elapsed(): number {
    return this.#timeline.elapsed()
  }

  /**
   * Milliseconds on a steady real clock, in both modes: for time limits and measuring, where a
   * manual clock would stand still. Never for anything that a chain or an event shows.
   */
  realMs(): number {
    return monotonicMs()
  }

  /**
   * When the last block was sealed, or the clock was made: the wall's time, ms since 1970; that of a manual
   * clock counts on from its start.
   */
  get sealedMs(): number {
    return this.#sealedMs
  }

  #unmovedMs(): number {
    return this.mode === 'real' ? wallMs() : Number(this.#time.originMs) + this.elapsed()
  }

  /** How many seconds each block is after its parent, as `setInterval` has it. */
  get intervalSeconds(): bigint | undefined {
    return this.#interval
  }

  /** How far users and blocks have moved chain time, ms. */
  get offsetMs(): number {
    return Number(this.#time.offsetMs)
  }

  /**
   * The timestamp for a block on a parent with timestamp `parent`, in seconds: the one that was
   * set, or the parent's + the interval, or the time `leadMs` from now, when the block is to be
   * sealed. It is later than the parent's, unless blocks may share one; see `pace`. Changes nothing: `commit`
   * does, once the block is there. Throws a `TimestampTooHighError` where no later time is left.
   */
  nextTimestamp(parent: bigint, leadMs = 0): bigint {
    const lowest = this.#sharesSeconds ? parent : this.#lowest(parent)
    const wanted = this.#wanted(parent, leadMs)
    const timestamp = greater(wanted, lowest)
    // Only after blocks of others: their times have all 64 bits of a header.
    if (timestamp > lastOfHeaders) throw new TimestampTooHighError(timestamp, lastOfHeaders)
    return timestamp
  }

  /**
   * Returns the next time, as `nextTimestamp`, for blocks that have times in milliseconds, `stepMs` from each to the
   * next: a late one keeps its own time, unless that is a second ago. One that is made on request does not where
   * `keepsUp`: then other chains may be at the time of the clock already.
   */
  nextTimeMs(parentMs: bigint, stepMs: number, leadMs = 0, keepsUp = false): bigint {
    const step = BigInt(stepMs)
    const due = parentMs + step
    if (this.#next !== undefined || this.#interval !== undefined) {
      const wantedMs = this.#wanted(parentMs / 1000n, 0) * 1000n
      return wantedMs < due ? due : wantedMs
    }
    const late = this.#nowMs() + BigInt(Math.floor(leadMs)) - due
    const mostLate = keepsUp && this.#blockMs === undefined ? step : 1000n
    return late < mostLate ? due : due + late - (late % step)
  }

  /**
   * The next block was sealed just now, with this timestamp. Uses up a set timestamp, also where
   * the block has another; from one that it has time goes on.
   */
  commit(timestamp: bigint): void {
    this.#sealedMs = this.#unmovedMs()
    if (timestamp === this.#next) this.#time.offsetMs += timestamp * 1000n - this.#nowMs()
    this.#next = undefined
    this.follow(timestamp)
  }

  /**
   * The newest block has this timestamp. Time is never behind it: otherwise moving it by an hour
   * would give less than an hour to a contract. A set timestamp stays if it can still be reached.
   */
  follow(timestamp: bigint): void {
    const aheadMs = timestamp * 1000n - this.#nowMs()
    if (aheadMs > 0n) this.#time.offsetMs += aheadMs
    if (this.#next !== undefined && this.#next < this.#lowest(timestamp)) this.#next = undefined
  }

  /**
   * Says how often blocks come by a timer, in ms; `undefined` for blocks that come on request. Blocks that come
   * more than once a second share timestamps, as their times would run ahead of the clock otherwise.
   */
  pace(blockMs: number | undefined): void {
    this.#blockMs = blockMs
  }

  get #sharesSeconds(): boolean {
    return this.#blockMs !== undefined && this.#blockMs < 1000
  }

  /** Moves chain time by that many seconds, back when negative. Throws as `setTime` does. */
  increase(seconds: bigint): void {
    this.#moveTo(this.#nowMs() + seconds * 1000n)
  }

  /**
   * Sets chain time, ms since 1970, and forgets a set timestamp.
   * Throws an `InvalidTimeError` or a `TimestampTooHighError`.
   */
  setTime(ms: number): void {
    if (!Number.isFinite(ms)) throw new InvalidTimeError(`${ms} is not a time: give ms since 1970`)
    this.#moveTo(BigInt(Math.floor(ms)))
    this.#next = undefined
  }

  /**
   * Sets the timestamp of the next block, in seconds; `parent` is the head's.
   * Throws a `TimestampTooLowError` or a `TimestampTooHighError`.
   */
  setNext(timestamp: bigint, parent: bigint): void {
    if (timestamp < this.#lowest(parent)) {
      throw new TimestampTooLowError(timestamp, parent, this.#allowSame)
    }
    checkTimestamp(timestamp)
    this.#next = timestamp
  }

  /** Sets the time from each block to the next, in seconds. Throws an `InvalidTimeError`. */
  setInterval(seconds: bigint): void {
    if (seconds < 0n || seconds > maxInterval) {
      throw new InvalidTimeError(
        `${seconds} s is not an interval: give 0 to ${maxInterval} seconds`,
      )
    }
    this.#interval = seconds
  }

  /** Ends `setInterval`; says whether there was one. */
  removeInterval(): boolean {
    const had = this.#interval !== undefined
    this.#interval = undefined
    return had
  }

  /** Runs `task` once, `delayMs` of elapsed time from now. It deals with its own errors. */
  schedule(delayMs: number, task: Task): Timer {
    return this.#timeline.schedule(delayMs, task)
  }

  /**
   * Runs `task` after what is under way, such as a step that follows an event of the chain: while a manual clock is
   * advanced, before anything else that is due, so that equal runs stay equal. It deals with its own errors.
   */
  soon(task: Task): void {
    this.#timeline.soon(task)
  }

  /**
   * Moves a manual clock on and waits for all that falls due on the way, in the order of time.
   * Throws a `ManualClockRequiredError`, an `InvalidTimeError`, a `TimestampTooHighError`, or what a task throws.
   */
  async advance(ms: number): Promise<void> {
    if (!(this.#timeline instanceof ManualTimeline)) throw new ManualClockRequiredError()
    if (Number.isFinite(ms)) checkTimestamp((this.#nowMs() + BigInt(Math.ceil(ms))) / 1000n)
    await this.#timeline.advance(ms)
  }

  /** Lets the event loop serve others: for work that takes long. */
  yield(): Promise<void> {
    return yieldToEventLoop()
  }

  /** Chain time with all that determines the timestamps to come; timers are no part of it. */
  snapshot(): ClockSnapshot {
    return {
      nowMs: this.#nowMs(),
      offsetMs: this.#time.offsetMs,
      nextTimestamp: this.#next,
      intervalSeconds: this.#interval,
    }
  }

  /** Chain time goes on from the snapshot as if nothing had happened since. */
  restore(snapshot: ClockSnapshot): void {
    this.#time.offsetMs = snapshot.offsetMs
    this.#time.originMs += snapshot.nowMs - this.#nowMs()
    this.#next = snapshot.nextTimestamp
    this.#interval = snapshot.intervalSeconds
  }

  /** Cancels all timers, those to come too. May be called twice. */
  close(): void {
    this.#timeline.close()
  }

  #nowMs(): bigint {
    return this.#time.originMs + this.#time.offsetMs + BigInt(Math.floor(this.elapsed()))
  }

  #lowest(parent: bigint): bigint {
    return this.#allowSame ? parent : parent + 1n
  }

  #wanted(parent: bigint, leadMs: number): bigint {
    if (this.#next !== undefined) return this.#next
    if (this.#interval !== undefined) return parent + this.#interval
    return (this.#nowMs() + BigInt(Math.floor(leadMs))) / 1000n
  }

  #moveTo(ms: bigint): void {
    if (ms < 0n) throw new InvalidTimeError(`${ms} ms is before 1970: give a later time`)
    checkTimestamp(ms / 1000n)
    this.#time.offsetMs += ms - this.#nowMs()
  }
}

/** A clock of one chain, the only thing that reads real time. */
export function createClock({ mode, startMs, allowSameTimestamp = false }: ClockOptions): Clock {
  return mode === 'real'
    ? new Clock(mode, createRealTimeline(), timeFrom(startMs ?? wallMs()), allowSameTimestamp)
    : new Clock(mode, new ManualTimeline(), timeFrom(startMs ?? manualStartMs), allowSameTimestamp)
}

function timeFrom(startMs: number): ChainTime {
  return { originMs: BigInt(Math.floor(startMs)), offsetMs: 0n }
}
