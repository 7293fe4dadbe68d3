import type { Hex } from '../../lib/hex.ts'

/** A value of the ABI: numbers are decimal texts, as JSON's are too small for them. */
export type TraceValue =
  | string
  | boolean
  | readonly TraceValue[]
  | { readonly [name: string]: TraceValue }

/** An argument or a result. */
export interface TraceArgument {
  /** Empty where the source gives none. */
  readonly name: string
  /** The type as in the ABI: `uint256`, `tuple[]`. */
  readonly type: string
  readonly value: TraceValue
}

/** How code came to run, in geth's words. */
export type FrameKind =
  | 'CALL'
  | 'CALLCODE'
  | 'DELEGATECALL'
  | 'STATICCALL'
  | 'CREATE'
  | 'CREATE2'
  | 'SELFDESTRUCT'

/** A call or a creation in words. */
export interface TracedCall {
  readonly kind: FrameKind
  /** How many instructions had run before it; no other call has the same. */
  readonly firstInstruction: number
  /** The number of instructions executed, including inner calls. */
  readonly instructions: number
  readonly from: Hex
  /** Whose code ran, or what was created. */
  readonly to: Hex
  /** The contract's name, or a precompile's; none for an unknown contract. */
  readonly contract?: string | undefined
  /** `transfer`; `constructor`, `fallback` or `receive`. */
  readonly function?: string | undefined
  /** `transfer(address,uint256)` */
  readonly signature?: string | undefined
  readonly args?: readonly TraceArgument[] | undefined
  /** Wei. */
  readonly value: Hex
  readonly gas: Hex
  readonly gasUsed: Hex
  readonly input: Hex
  /** What it returned, the code that is deployed, or revert data. */
  readonly output: Hex
  readonly results?: readonly TraceArgument[] | undefined
  /** Why it failed. */
  readonly error?: string | undefined
}

/** A call with what happened within it in order. */
export interface CallTrace extends TracedCall {
  readonly step: 'call'
  readonly steps: readonly TraceStep[]
}

/** An event of a contract. */
export interface TracedEvent {
  readonly step: 'event'
  readonly address: Hex
  /** The event's name; none for an unknown event. */
  readonly event?: string | undefined
  readonly args?: readonly TraceArgument[] | undefined
  readonly topics: readonly Hex[]
  readonly data: Hex
}

/** What a contract gave to `console.log`. */
export interface TracedConsole {
  readonly step: 'console'
  readonly line: string
}

/** A slot that the frame left with another value than it found, unless that was undone. */
export interface TracedChange {
  readonly step: 'storage'
  readonly address: Hex
  readonly slot: Hex
  /** `balances[0xf39F…]`; none when the storage layout lacks it. */
  readonly variable?: string | undefined
  /** The value before, in words where the variable is known; the whole slot otherwise. */
  readonly before: string
  readonly after: string
}

/** A function that was jumped into within a frame, where they were asked for, with what happened in it. */
export interface TracedInternal {
  readonly step: 'internal'
  /** `Token.move`; without a contract where it stands outside of them. */
  readonly function: string
  /** Where it begins: `contracts/Token.sol:12` */
  readonly source: string
  readonly steps: readonly TraceStep[]
}

export type TraceStep = CallTrace | TracedInternal | TracedEvent | TracedConsole | TracedChange

/** What a transaction or a call did. */
export interface DecodedTrace {
  readonly call: CallTrace
  /** Names by address in lower case. */
  readonly labels: Readonly<Record<Hex, string>>
}
