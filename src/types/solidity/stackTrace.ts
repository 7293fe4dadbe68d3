import type { Hex } from '../../lib/hex.ts'

/** Where something is in a source. */
export interface SolidityReference {
  /** Path of the source, as the compiler was given it. */
  readonly sourceName: string
  /** None of a function outside of contracts. */
  readonly contract?: string | undefined
  /** `constructor`, `<fallback>`, `<receive>` or a name; none outside of functions. */
  readonly function?: string | undefined
  /** Counted from 1. */
  readonly line: number
  /** In the line, counted from 1. */
  readonly column: number
  /** Bytes in the source, the end not included. */
  readonly range: readonly [start: number, end: number]
}

/** An entry of a Solidity stack trace; the types are Hardhat's. */
export interface SolidityStackEntry {
  /** `CALLSTACK_ENTRY`, `REVERT_ERROR`, `PANIC_ERROR`, `CUSTOM_ERROR` and others. */
  readonly type: string
  /** None of a contract that nobody knows. */
  readonly sourceReference?: SolidityReference | undefined
  /** Why it reverted: a text, or a custom error in words. */
  readonly message?: string | undefined
  /** Revert data. */
  readonly returnData?: Hex | undefined
  /** Of a panic. */
  readonly errorCode?: Hex | undefined
  /** Wei that a function does not take. */
  readonly value?: Hex | undefined
  /** Of a contract that nobody knows. */
  readonly address?: Hex | undefined
  /** Of the compiler's own code that was jumped into. */
  readonly pc?: number | undefined
  readonly precompile?: number | undefined
  readonly isInvalidOpcodeError?: boolean | undefined
}
