import type { Hex } from '../../lib/hex.ts'

export interface CoveredShare {
  readonly covered: number
  readonly total: number
}

/** What was run of a source. */
export interface CoveredFile {
  readonly file: string
  readonly lines: CoveredShare
  readonly functions: CoveredShare
  readonly statements: CoveredShare
  readonly branches: CoveredShare
  /** Numbers of lines with statements of which none was run. */
  readonly missedLines: readonly number[]
  /** What makes several lines share instructions: `optimizer`, `via-IR`. */
  readonly approximateBy: readonly string[]
}

/** What was run of all sources that are known. */
export interface CoverageReport {
  readonly files: readonly CoveredFile[]
}

/** Gas of all executions: that of receipts, with what each transaction pays before any code runs. */
export interface GasStats {
  /** The gas of the cheapest execution. */
  readonly min: number
  /** The gas of the dearest execution. */
  readonly max: number
  /** Rounded. */
  readonly avg: number
  /** The gas of the middle one; of two, their rounded mean. */
  readonly median: number
  /** The number of executions. */
  readonly count: number
}

/** A contract in a gas report. */
export interface ContractGas {
  /** The path of its source, such as `contracts/Token.sol`. */
  readonly sourceName: string
  /** Such as `Token`. */
  readonly contractName: string
  /** The proxies through which it was called, outermost first, then the contract itself; empty without proxies. */
  readonly proxyChain: readonly string[]
  /** `runtimeSize`: bytes on the chain; `initCodeSize`: bytes sent, without arguments. */
  readonly deployment:
    | (GasStats & { readonly runtimeSize: number; readonly initCodeSize: number })
    | null
  /** Functions by name; by signature where several share the name. */
  readonly functions: Readonly<Record<string, GasStats>> | null
}

/** What transactions to contracts and calls of view functions have cost, in the form of Hardhat 3's `--gas-stats-json`. */
export interface GasReport {
  /** Contracts by `contracts/Token.sol:Token`. */
  readonly contracts: Readonly<Record<string, ContractGas>>
}

/** How gas reports are merged. */
export interface MergeGasOptions {
  /** Files and folders of compiled contracts. @default those of the project around the working directory */
  readonly artifacts?: readonly string[] | undefined
}

/** What transactions have cost in several processes. */
export interface MergedGas {
  /** The figures of all processes together. */
  readonly report: GasReport
  /** The same for people, a table for each contract. */
  readonly table: string
}

/** Where something is in a source. */
export interface SolidityReference {
  /** Path of the source, as the compiler was given it. */
  readonly sourceName: string
  /** The contract; none for a function outside of contracts. */
  readonly contract?: string | undefined
  /** `constructor`, `<fallback>`, `<receive>` or a name; none outside of functions. */
  readonly function?: string | undefined
  /** Counted from 1. */
  readonly line: number
  /** The column in the line, counted from 1. */
  readonly column: number
  /** Bytes in the source, the end not included. */
  readonly range: readonly [start: number, end: number]
}

/** An entry of a Solidity stack trace; the types are Hardhat's. */
export interface SolidityStackEntry {
  /** `CALLSTACK_ENTRY`, `REVERT_ERROR`, `PANIC_ERROR`, `CUSTOM_ERROR` and others. */
  readonly type: string
  /** The place in the source; none for an unknown contract. */
  readonly sourceReference?: SolidityReference | undefined
  /** Why it reverted: a text, or a custom error in words. */
  readonly message?: string | undefined
  /** Revert data. */
  readonly returnData?: Hex | undefined
  /** The code of a panic. */
  readonly errorCode?: Hex | undefined
  /** Wei that a function does not take. */
  readonly value?: Hex | undefined
  /** The address of an unknown contract. */
  readonly address?: Hex | undefined
  /** The program counter of the compiler's own code that was jumped into. */
  readonly pc?: number | undefined
  readonly precompile?: number | undefined
  readonly isInvalidOpcodeError?: boolean | undefined
}
