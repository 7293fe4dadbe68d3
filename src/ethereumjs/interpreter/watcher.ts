import type { EVMError, EVMResult, InterpreterStep, Message } from '@ethereumjs/evm'
import type { Log } from '../../types/transaction.ts'
import type { AddressId } from '../../wasm/interpreter/addressIds.ts'
import type { Frame } from './frame.ts'

/** Gets steps, in order: most of them as text, since a value for each takes many times as long. */
export interface StepWatcher {
  readonly withStack: boolean
  /** Whether to report the slots of SLOAD and SSTORE. */
  readonly withStorage: boolean
  /** Whether a refund of zero is there, too. */
  readonly withZeroRefund: boolean
  /** The maximum number of steps to report. */
  readonly most: number
  /**
   * Receives a number of steps as JSON that is valid now, each followed by a comma. The last one's text can end before
   * its storage.
   */
  text(json: Uint8Array, steps: number): void
  /** The step whose text has begun has read or written a slot of the account. */
  storage(account: Uint8Array, slot: bigint, value: bigint): void
  /** A step that is not part of the text. */
  step(event: InterpreterStep, frame: Frame): void
  /** The last step was the last of its frame, which has failed: why, in geth's words. */
  failed(error: string): void
}

/** A call that the fast interpreter makes. */
export interface WatchedCall {
  readonly opcode: number
  /** Whose code runs. */
  readonly target: AddressId
  /** Where in the caller's memory the call data are. */
  readonly inputOffset: number
  readonly inputSize: number
  /** The gas of the call, with the stipend. */
  readonly gas: number
  /** Wei that it says to send along. */
  readonly value: bigint
}

/** How a call that the fast interpreter has made ends. */
export interface WatchedEnd {
  /** What it returned, or revert data; nothing when it failed otherwise. */
  readonly output: Uint8Array
  readonly gasUsed: number
  /** Why it failed, in geth's words. */
  readonly error: string | undefined
}

/** Sees frames, logs, and what is asked of the state, while code runs as fast as without it. */
export interface Watcher {
  /** The watcher of steps, if there is one. */
  readonly steps: StepWatcher | undefined
  /** EthereumJS sends a message: the outermost one, a creation, or a call that is left to it. */
  message(message: Message): void
  messageEnded(result: EVMResult): void
  /** The opcode at hand is about to be done outside of the core. */
  begins(frame: Frame): void
  /** EthereumJS has done it; a frame that it has ended has ended well. */
  done(frame: Frame): void
  /** A call begins. */
  enters(caller: Frame, call: WatchedCall): void
  /** The call that has begun last ends. */
  exits(end: WatchedEnd): void
  /** The call at hand is not made, for too much depth or too little ether; it would have had so much gas. */
  refuses(caller: Frame, gas: number): void
  log(log: Log): void
  /** The core accesses a slot for the first time; `entry` is its position. */
  loadsSlot(frame: Frame, entry: number): void
  /** The opcode at hand is the last of its frame, which it has ended well or not. */
  ends(frame: Frame, failure: EVMError | undefined): void
}

/** The present watcher of an EVM. */
export interface Watching {
  watcher: Watcher | undefined
}
