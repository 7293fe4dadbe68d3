import type { Caused } from '../../lib/errors.ts'
import type { FrameKind } from '../../types/solidity/callTrace.ts'
import type { MutableState } from '../../types/state.ts'
import type { Log } from '../../types/transaction.ts'

/** A call, a creation, or the selfdestruct of a contract begins. Addresses have 20 bytes. */
export interface FrameStart {
  readonly kind: FrameKind
  /** 0 for the transaction's own. */
  readonly depth: number
  readonly from: Uint8Array
  /** Whose code runs, what is created, or who gets the balance. */
  readonly to: Uint8Array
  /** Call data or init code; to be copied by who keeps it. */
  readonly input: Uint8Array
  readonly gas: bigint
  /** Wei; a STATICCALL has none. */
  readonly value: bigint | undefined
}

/** A frame ends. */
export interface FrameEnd {
  /** The depth at the start. */
  readonly depth: number
  /** What it returned, the code that is deployed, or revert data; nothing when it failed otherwise. */
  readonly output: Uint8Array
  readonly gasUsed: bigint
  /** Why it failed, in geth's words. */
  readonly error: string | undefined
}

/** An instruction before it runs. What it holds is valid until the next one. */
export interface Step {
  readonly pc: number
  readonly opcode: number
  readonly gas: bigint
  /** What geth says: with the gas that a call passes on. */
  readonly gasCost: bigint
  /** 1 in the transaction's own frame. */
  readonly depth: number
  /** Gas to be refunded so far, with what this instruction adds. */
  readonly refund: bigint
  /** The top comes last. */
  readonly stack: readonly bigint[]
  /** Whole words. */
  readonly memory: Uint8Array
  /** The return data of the last call that the frame made. */
  readonly returnData: Uint8Array
  /** The account that runs: whose storage it reads and writes. */
  readonly address: Uint8Array
}

/** The instruction could not begin, for lack of gas or of stack items. */
export interface Fault {
  /** geth's words. */
  readonly error: string
  readonly gasCost: bigint
}

/** An instruction that looks at an account or at a slot, before it runs. Valid until the next one. */
export interface Access {
  readonly opcode: number
  /** The account that runs, 20 bytes. */
  readonly address: Uint8Array
  /** Items on the stack. */
  readonly height: number
  /** The nth item of the stack, counted from 0 at the top; there has to be one. */
  item(nth: number): bigint
  /** Bytes of the memory, zero where it does not reach yet. */
  readMemory(offset: bigint, length: bigint): Uint8Array
}

/** The state as it is at the moment. */
export type TracedState = Pick<MutableState, 'readAccount' | 'readCode' | 'readStorage'>

/** What is about to run. */
export interface TracedTransaction {
  readonly from: Uint8Array
  /** None: it creates a contract. */
  readonly to: Uint8Array | undefined
  /** Gas limit, the price of the data included. */
  readonly gas: bigint
  /** Wei that each gas costs. */
  readonly gasPrice: bigint
  /** Gas that is due before any code runs. */
  readonly intrinsicGas: bigint
  readonly block: { readonly number: bigint; readonly timestamp: bigint }
  /** The signers of delegations in it (EIP-7702), valid or not. */
  readonly authorities: readonly Uint8Array[]
  /** The block's coinbase, and who else is paid for it. */
  readonly payees: readonly Uint8Array[]
  /** How many logs the block has before it. */
  readonly firstLogIndex: number
  readonly state: TracedState
  /** Whether accounts that destroy themselves stay unless they are new (EIP-6780). */
  readonly keepsDestroyed: boolean
  isPrecompile(address: Uint8Array): boolean
}

/** What steps as text are to have, and where they go. */
export interface StepText {
  readonly withStack: boolean
  /** Whether to report the slots of SLOAD and SSTORE. */
  readonly withStorage: boolean
  /** Whether a refund of zero is there, too. */
  readonly withZeroRefund: boolean
  /** The maximum number of steps to report. */
  readonly most: number
  /**
   * Receives entries of geth's struct logs, each followed by a comma, of which a number of steps end here; they
   * continue in the next text. Valid now.
   */
  text(json: Uint8Array, steps: number): void
  /** The account's slot that the entry at hand has read or written. */
  storage(account: Uint8Array, slot: bigint, value: bigint): void
}

/**
 * Watches one transaction: `start`, then frames and steps as they come, then `end`.
 * After a `step` that cannot begin comes a `fault`. Only who has `step` or `fault` without
 * `stepText` slows it down.
 */
export interface TraceHooks {
  /** Nothing has happened yet: the state is as the transaction finds it. */
  start?(transaction: TracedTransaction): void
  enter?(frame: FrameStart): void
  step?(step: Step): void
  /**
   * Calls, creations, selfdestructs and whatever reads of other accounts; of reads and writes of slots at
   * least the first of each slot.
   */
  access?(access: Access): void
  /** The last reported instruction could not begin, for lack of gas or of stack items. */
  denied?(): void
  fault?(fault: Fault): void
  /** The last reported instruction has begun and failed; in geth's words. Only for watchers with `fault`. */
  failed?(error: string): void
  /** Receives steps as text, which is much faster; `step` and `fault` receive only the others. */
  readonly stepText?: StepText | undefined
  /** A log has been made; it is lost if a frame around it fails. */
  log?(log: Log): void
  exit?(frame: FrameEnd): void
  /** Fees are paid, destroyed accounts are gone. `gasUsed` is what a receipt says. */
  end?(outcome: { readonly gasUsed: bigint }): void
  /** What is to be waited for before the transaction goes on. Only who has `fault` is waited for. */
  wait?(): Promise<void> | undefined
  /** The run is over, whatever came of it; another one may start. */
  close?(): void
}

/** Runs something that has failed again, on the same state, while the hooks watch. */
export type RunAgain = (hooks: TraceHooks) => Promise<void>

/** Hooks that make a value of what they have seen; to be asked for after `end`. */
export interface Tracer<Result> extends TraceHooks {
  result(): Result
}

/** There is nothing to trace. geth's words. */
export class NotTraceable extends Error {
  override readonly name = 'NotTraceable'
  readonly code = -32000
}

/** A transaction cannot be traced because it cannot run. geth's words. */
export class TracingFailed extends Error {
  override readonly name = 'TracingFailed'
  readonly code = -32000

  constructor(reason: string, options?: Caused) {
    super(`tracing failed: ${reason}`, options)
  }
}

/** A trace took longer than it may. Begins with geth's words. */
export class TraceTimeout extends Error {
  override readonly name = 'TraceTimeout'
  readonly code = -32000

  constructor(limitMs: number) {
    super(
      `execution timeout: the limit is ${limitMs} ms; the option "timeout" sets another, or --trace-timeout for all`,
    )
  }
}

/** A trace has become longer than an answer may be. */
export class TraceTooLarge extends Error {
  override readonly name = 'TraceTooLarge'
  readonly code = -32003

  constructor(maxLength: number) {
    super(
      `trace too large: the limit is ${maxLength} characters; ask for fewer steps with "limit", ` +
        'for less of each with "disableStack" and "disableStorage", or for another tracer',
    )
  }
}

/** No tracer has this name. Begins with geth's words. */
export class TracerNotFound extends Error {
  override readonly name = 'TracerNotFound'
  readonly code = -32000

  constructor(tracer: string, known: readonly string[]) {
    super(
      `tracer not found: ${JSON.stringify(tracer.slice(0, 80))} is none of ${known.join(', ')}, ` +
        'and no JavaScript object such as {fault: function() {}, result: function() {}}',
    )
  }
}

/** A tracer in JavaScript has failed. geth's words around those of the script. */
export class ScriptFailed extends Error {
  override readonly name = 'ScriptFailed'
  readonly code = -32000
}
