import type { Core } from './core.ts'

/** Runs a frame, and gives why it has left: one of the exits. */
export type Run = (frame: number) => number

/** Code in the core's memory, ready to be run. */
export class PlacedCode {
  readonly code: Uint8Array
  /** Where it stands. */
  readonly at: number
  /** Where is noted what is known of each byte: 16 bits. */
  readonly jumps: number
  /** Whether it stays where it is when the frame ends. */
  isKept = false
  /** The interpreter's, or once the code is hot that of its translation. */
  run: Run
  /** About how much gas it has been run with, and with how much it is translated next. */
  heat = 0
  nextHeat: number | undefined

  constructor(core: Core, { code, at, jumps }: { code: Uint8Array; at: number; jumps: number }) {
    this.code = code
    this.at = at
    this.jumps = jumps
    this.run = core.exports.run
  }

  get size(): number {
    return this.code.length
  }
}
