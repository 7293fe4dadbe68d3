import type { CoreExports } from './coreExports.ts'

/** Runs a frame, and gives why it has left: one of the exits. */
export type Run = (frame: number) => number

/** Code in the core's memory, ready to be run. */
export class LoadedCode {
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
  hotness = 0
  nextHotness: number | undefined

  constructor(
    { run }: Pick<CoreExports, 'run'>,
    { code, at, jumps }: { code: Uint8Array; at: number; jumps: number },
  ) {
    this.code = code
    this.at = at
    this.jumps = jumps
    this.run = run
  }

  get size(): number {
    return this.code.length
  }
}
