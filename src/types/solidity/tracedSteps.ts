import type { Hex } from '../../lib/hex.ts'
import type { TracedCall } from './callTrace.ts'

/**
 * What counts as a step: another line, another part of a line, or each instruction. Where no source is
 * known each instruction does.
 */
export type StepUnit = 'line' | 'expression' | 'instruction'

/** The steps to return. Instructions are counted from 0, those of inner calls with the others. */
export interface StepChoice {
  readonly unit: StepUnit
  /** The instruction at or after which the first step is. */
  readonly from: number
  /** Instead: the instruction before which the last of `count` steps is. */
  readonly before?: number | undefined
  readonly count: number
  readonly memory: boolean
  /** Whether the texts of files are returned as well. */
  readonly sources: boolean
}

/** A part of a source. Lines and columns are counted from 1; the end is the first character after it. */
export interface SourcePart {
  readonly file: string
  readonly line: number
  readonly column: number
  readonly endLine: number
  readonly endColumn: number
}

/** A function that has been entered and not left. */
export interface OpenFunction {
  /** `Vault.take`; a free function is without a contract. */
  readonly function: string
  readonly file: string
  readonly line: number
}

/** A state variable or a part of it: `balances[0xf39F…]`. An array has its length. */
export interface StateVariable {
  readonly variable: string
  /** The type as Solidity writes it. */
  readonly type: string
  readonly value: string
}

/** An instruction before it runs. */
export interface TracedStep {
  /** How many have run before it. */
  readonly instruction: number
  /** The call that it is in, by its `firstInstruction`. */
  readonly call: number
  readonly pc: number
  readonly op: string
  readonly gas: Hex
  readonly gasCost: Hex
  /** 1 in the transaction's own call. */
  readonly depth: number
  /** The top comes last. */
  readonly stack: readonly Hex[]
  readonly memory?: Hex | undefined
  /** Why it could not begin. */
  readonly error?: string | undefined
  /** The place in the source; none for code that the compiler added, and where no source is known. */
  readonly source?: SourcePart | undefined
  /** The open functions of its call, outermost first. */
  readonly functions: readonly OpenFunction[]
  /**
   * The variables of the running account, as far as the compiler's storage layout has them. Only where they differ
   * from those of the step before.
   */
  readonly variables?: readonly StateVariable[] | undefined
}

/** Some of the steps of a transaction or a call. */
export interface TracedSteps {
  /** The number of instructions of the whole run. */
  readonly instructions: number
  /** The instruction from which the next window goes on; none at the end. */
  readonly next?: number | undefined
  /** The calls that the steps are in and those around them, outermost first. */
  readonly calls: readonly TracedCall[]
  readonly steps: readonly TracedStep[]
  /** Texts by file, of those that steps and functions name. */
  readonly sources?: Readonly<Record<string, string>> | undefined
}
