import { EVMError, type ExecResult, type PrecompileFunc } from '@ethereumjs/evm'
import type { YieldIfDue } from '../../clock/pace.ts'

/** What a precompile is called with. */
export type PrecompileInput = Parameters<PrecompileFunc>[0]

/**
 * Another way to the same: a precompile that gives what EthereumJS's own gives, sooner, and asks that one
 * for what is rare. Who runs long calls `yieldIfDue` now and then.
 */
export type Faster = (stock: PrecompileFunc, yieldIfDue: YieldIfDue) => PrecompileFunc

/** All gas is used up, by what `error` says; for want of gas if it says nothing. */
export function failed(
  { gasLimit }: PrecompileInput,
  error: keyof typeof EVMError.errorMessages = 'OUT_OF_GAS',
): ExecResult {
  return {
    executionGasUsed: gasLimit,
    returnValue: new Uint8Array(),
    exceptionError: new EVMError(EVMError.errorMessages[error]),
  }
}
