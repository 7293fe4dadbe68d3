import type { FunctionKind } from '../syntax/readTree.ts'

/** Where something is in a source. */
export interface SourceReference {
  readonly sourceName: string
  /** The contract; none for a function outside of contracts. */
  readonly contract: string | undefined
  /** `constructor`, `<fallback>`, `<receive>` or a name; nothing outside of functions. */
  readonly function: string | undefined
  /** Counted from 1. */
  readonly line: number
  /** The column in the line, counted from 1. */
  readonly column: number
  /** Bytes, the end not included. */
  readonly range: readonly [start: number, end: number]
}

/** Entries that are never the last: a call, a jump. */
type CallEntry =
  | {
      readonly type: 'CALLSTACK_ENTRY'
      readonly sourceReference: SourceReference
      readonly functionKind: FunctionKind
    }
  | {
      readonly type: 'INTERNAL_FUNCTION_CALLSTACK_ENTRY'
      readonly pc: number
      readonly sourceReference: SourceReference
    }
  | { readonly type: 'UNRECOGNIZED_CREATE_CALLSTACK_ENTRY'; readonly sourceReference?: undefined }
  | {
      readonly type: 'UNRECOGNIZED_CONTRACT_CALLSTACK_ENTRY'
      readonly address: Uint8Array
      readonly sourceReference?: undefined
    }

/** What an unknown or a known contract reverted with. */
interface Reverted {
  /** Revert data. */
  readonly data: Uint8Array
  readonly isInvalidOpcode: boolean
}

/** Entries of errors, which come last. */
type ErrorEntry =
  | ({
      readonly type: 'UNRECOGNIZED_CREATE_ERROR'
      readonly sourceReference?: undefined
    } & Reverted)
  | ({
      readonly type: 'UNRECOGNIZED_CONTRACT_ERROR'
      readonly address: Uint8Array
      readonly sourceReference?: undefined
    } & Reverted)
  | ({ readonly type: 'REVERT_ERROR'; readonly sourceReference: SourceReference } & Reverted)
  | {
      readonly type: 'PANIC_ERROR'
      readonly code: bigint
      readonly sourceReference: SourceReference | undefined
    }
  | {
      readonly type: 'CUSTOM_ERROR'
      /** `reverted with custom error 'Empty()'` */
      readonly message: string
      /** `Empty()`; none that the ABI of the contract lacks. */
      readonly solidityError: string | undefined
      readonly sourceReference: SourceReference | undefined
    }
  | {
      readonly type:
        | 'FUNCTION_NOT_PAYABLE_ERROR'
        | 'FALLBACK_NOT_PAYABLE_ERROR'
        | 'FALLBACK_NOT_PAYABLE_AND_NO_RECEIVE_ERROR'
      /** Wei. */
      readonly value: bigint
      readonly sourceReference: SourceReference
    }
  | {
      readonly type: 'PRECOMPILE_ERROR'
      readonly precompile: number
      readonly sourceReference?: undefined
    }
  | {
      readonly type:
        | 'INVALID_PARAMS_ERROR'
        | 'UNRECOGNIZED_FUNCTION_WITHOUT_FALLBACK_ERROR'
        | 'MISSING_FALLBACK_OR_RECEIVE_ERROR'
        | 'RETURNDATA_SIZE_ERROR'
        | 'NONCONTRACT_ACCOUNT_CALLED_ERROR'
        | 'CALL_FAILED_ERROR'
        | 'DIRECT_LIBRARY_CALL_ERROR'
        | 'OTHER_EXECUTION_ERROR'
        | 'UNMAPPED_SOLC_0_6_3_REVERT_ERROR'
        | 'CONTRACT_TOO_LARGE_ERROR'
        | 'CONTRACT_CALL_RUN_OUT_OF_GAS_ERROR'
      readonly sourceReference: SourceReference | undefined
    }

/** An entry of a stack trace, as Hardhat has them. */
export type StackTraceEntry = CallEntry | ErrorEntry

/** The entries from the outermost call to the error. */
export type StackTrace = readonly StackTraceEntry[]
