import type { Program } from '../syntax/program.ts'

/** Why a frame failed. */
export type Failure = 'revert' | 'out of gas' | 'invalid opcode' | 'code too large' | 'other'

/** A call or a creation that has run, with all that it called. */
export interface Frame {
  readonly kind: 'call' | 'creation' | 'precompile'
  /** 0: of the transaction itself. */
  readonly depth: number
  /** Whose code has run; what was to be created. */
  readonly address: Uint8Array
  /** What has run: code, or init code. */
  readonly code: Uint8Array
  /** What it was called with; of a creation nothing. */
  readonly calldata: Uint8Array
  /** Wei. */
  readonly value: bigint
  /** What it returned or reverted with. */
  output: Uint8Array
  /** Nothing when it succeeded. */
  failure: Failure | undefined
  /** Instructions by their pc, and the frames that they began, in order. */
  readonly steps: (number | Frame)[]
  /** Nothing when nobody knows the contract. */
  program: Program | undefined
}

/** Whether a step is a frame. */
export function isFrame(step: number | Frame | undefined): step is Frame {
  return typeof step === 'object'
}
