/**
 * When blocks and their parts are made.
 * - `flashblocks`: a flashblock every `flashblockMs`, sealed every `blockMs`; the last one of a
 *   block `leewayMs` before its seal, at the seal when absent.
 * - `interval`: sealed every `blockMs`, no flashblocks.
 * - `auto`, `manual`: no timers; a transaction or a request says when.
 */
export type Cadence =
  | {
      readonly kind: 'flashblocks'
      readonly flashblockMs: number
      readonly blockMs: number
      readonly leewayMs?: number | undefined
    }
  | { readonly kind: 'interval'; readonly blockMs: number }
  | { readonly kind: 'auto' }
  | { readonly kind: 'manual' }

/** A cadence that cannot be kept; the message says why. */
export class InvalidCadenceError extends Error {
  override readonly name = 'InvalidCadenceError'
  readonly code = -32602
}

/** Shorter than that, timers cannot keep up. */
const minMs = 1

function checkTime(name: string, ms: number): void {
  if (!Number.isFinite(ms) || ms < minMs) {
    throw new InvalidCadenceError(`${name} of ${ms} ms: give at least ${minMs} ms`)
  }
}

/** Throws an `InvalidCadenceError` for times that are no numbers or too short. */
export function checkCadence(cadence: Cadence): void {
  if (cadence.kind === 'flashblocks') checkTime('flashblock time', cadence.flashblockMs)
  if (cadence.kind === 'flashblocks' || cadence.kind === 'interval') {
    checkTime('block time', cadence.blockMs)
  }
}

type FlashblocksCadence = Extract<Cadence, { kind: 'flashblocks' }>

export type MinerStep = 'open' | 'flashblock' | 'seal'

/** How far the block in progress is. */
export interface Progress {
  /** Planned start of the block, in elapsed ms. */
  readonly startMs: number
  readonly opened: boolean
  /** Ticks of the block that took place or were left out. */
  readonly ticksOver: number
}

/** What to do at some moment, and how far the block is then. */
export interface Turn {
  /** None: nothing is due. */
  readonly step: MinerStep | undefined
  readonly lateMs: number
  readonly skippedTicks: number
  readonly skippedBlocks: number
  readonly progress: Progress
}

/** Sums of milliseconds are off by less than this; a step is due that much earlier. */
const roundingMs = 0.001

/** How many ticks a block has; flashblock 0, its opening, is none. */
function ticksPerBlock(cadence: FlashblocksCadence): number {
  const ticks = Math.ceil((lastTickMs(cadence) - roundingMs) / cadence.flashblockMs)
  return Math.max(1, ticks)
}

/** After the start of the block. */
function lastTickMs({ blockMs, leewayMs = 0 }: FlashblocksCadence): number {
  return Math.max(0, blockMs - leewayMs)
}

/**
 * When tick `tick` (from 1) is due, in ms after the start of its block. The last one falls on the
 * end of the block, or before it by the leeway. When the block time is no multiple of the flashblock time, the first interval
 * is the short one, as in Base's builder.
 */
function tickOffsetMs(cadence: FlashblocksCadence, tick: number): number {
  return lastTickMs(cadence) - (ticksPerBlock(cadence) - tick) * cadence.flashblockMs
}

/** The step that comes next and when, in elapsed ms; none without timers. */
export function nextStep(
  cadence: Cadence,
  { startMs, opened, ticksOver }: Progress,
): { readonly step: MinerStep; readonly atMs: number } | undefined {
  if (cadence.kind === 'auto' || cadence.kind === 'manual') return undefined
  const endMs = startMs + cadence.blockMs
  if (cadence.kind === 'interval') return { step: 'seal', atMs: endMs }
  if (!opened) return { step: 'open', atMs: startMs }
  if (ticksOver >= ticksPerBlock(cadence)) return { step: 'seal', atMs: endMs }
  return { step: 'flashblock', atMs: startMs + tickOffsetMs(cadence, ticksOver + 1) }
}

/** How many whole intervals fit into a lateness. */
function wholeTurns(lateMs: number, intervalMs: number): number {
  return Math.floor((lateMs + roundingMs) / intervalMs)
}

/** Leaves out what is late by a whole interval: ticks of a block, or blocks that never began. */
function catchUp(
  cadence: Cadence,
  progress: Progress,
  nowMs: number,
): Pick<Turn, 'skippedTicks' | 'skippedBlocks' | 'progress'> {
  const onTime = { skippedTicks: 0, skippedBlocks: 0, progress }
  const next = nextStep(cadence, progress)
  if (!next || !('blockMs' in cadence)) return onTime
  const lateMs = Math.max(0, nowMs - next.atMs)

  if (next.step === 'flashblock' && cadence.kind === 'flashblocks') {
    const rest = ticksPerBlock(cadence) - progress.ticksOver
    const skippedTicks = Math.min(wholeTurns(lateMs, cadence.flashblockMs), rest)
    const ticksOver = progress.ticksOver + skippedTicks
    return { skippedTicks, skippedBlocks: 0, progress: { ...progress, ticksOver } }
  }
  // The seal of an open block takes place however late it is.
  if (next.step === 'seal' && cadence.kind === 'flashblocks') return onTime

  const skippedBlocks = wholeTurns(lateMs, cadence.blockMs)
  const startMs = progress.startMs + skippedBlocks * cadence.blockMs
  const ticks = cadence.kind === 'flashblocks' ? ticksPerBlock(cadence) : 0
  return {
    skippedTicks: skippedBlocks * ticks,
    skippedBlocks,
    progress: { ...progress, startMs },
  }
}

/** Where the block is once the step has been taken. */
function after(step: MinerStep, cadence: Cadence, progress: Progress): Progress {
  if (step === 'open') return { ...progress, opened: true }
  if (step === 'flashblock') return { ...progress, ticksOver: progress.ticksOver + 1 }
  const blockMs = 'blockMs' in cadence ? cadence.blockMs : 0
  return { startMs: progress.startMs + blockMs, opened: false, ticksOver: 0 }
}

/**
 * What is to be done at `nowMs`, after all that is too late for it has been left out.
 * A step planned after `untilMs` is not taken yet.
 */
export function takeTurn(
  cadence: Cadence,
  progress: Progress,
  nowMs: number,
  untilMs: number = nowMs,
): Turn {
  const caughtUp = catchUp(cadence, progress, nowMs)
  const next = nextStep(cadence, caughtUp.progress)
  if (!next || next.atMs > untilMs + roundingMs) {
    return { ...caughtUp, step: undefined, lateMs: 0 }
  }
  return {
    ...caughtUp,
    step: next.step,
    lateMs: Math.max(0, nowMs - next.atMs),
    progress: after(next.step, cadence, caughtUp.progress),
  }
}
