import type { InterpreterStep } from '@ethereumjs/evm'
import type { Frame } from './frame.ts'

/** Gets steps, in order: most of them as text, since a value for each takes many times as long. */
export interface StepWatcher {
  readonly withStack: boolean
  /** Whether to tell of slots with SLOAD and SSTORE. */
  readonly withStorage: boolean
  /** Of steps that are told. */
  readonly most: number
  /** JSON of so many steps, valid now, each with a comma behind it; the last one's can end before its storage. */
  text(json: Uint8Array, steps: number): void
  /** The step whose text has begun has read or written a slot of the account. */
  storage(account: Uint8Array, slot: bigint, value: bigint): void
  /** A step that text does not tell of. */
  step(event: InterpreterStep, frame: Frame): void
  /** The last step was the last of its frame, which has failed: why, in geth's words. */
  failed(error: string): void
}
