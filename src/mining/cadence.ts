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
const shortestMs = 1

function checkTime(name: string, ms: number): void {
  if (!Number.isFinite(ms) || ms < shortestMs) {
    throw new InvalidCadenceError(`${name} of ${ms} ms: give at least ${shortestMs} ms`)
  }
}

/** Throws an `InvalidCadenceError` for times that are no numbers or too short. */
export function checkCadence(cadence: Cadence): void {
  if (cadence.kind === 'flashblocks') checkTime('flashblock time', cadence.flashblockMs)
  if (cadence.kind === 'flashblocks' || cadence.kind === 'interval') {
    checkTime('block time', cadence.blockMs)
  }
}
