import type { ExecResult, PrecompileFunc } from '@ethereumjs/evm'
import type { AddressId } from '../../wasm/interpreter/addressIds.ts'
import { frameError } from '../haltReason.ts'
import { type Frame, none } from './frame.ts'
import type { OpcodeHost } from './opcodeHost.ts'

/** What a precompile is called with, and where in the caller's memory what it gives goes. */
interface PrecompileCall {
  readonly data: Uint8Array
  readonly gas: number
  readonly outputOffset: number
  readonly outputSize: number
}

/** Makes a call of a precompile that has begun, and ends it. Gives whether it has succeeded. */
export function callPrecompile(
  host: OpcodeHost,
  caller: Frame,
  { digits }: AddressId,
  called: PrecompileCall,
): 0 | 1 | Promise<0 | 1> {
  const { evm } = host
  const { common } = evm
  const run = evm.precompiles.get(digits) as PrecompileFunc
  const { data, gas } = called
  const result = run({ data, gasLimit: BigInt(gas), common, _EVM: evm })
  // Only those that load something or take turns give a promise.
  return result instanceof Promise
    ? result.then((settled) => endPrecompile(host, caller, called, settled))
    : endPrecompile(host, caller, called, result)
}

function endPrecompile(
  host: OpcodeHost,
  caller: Frame,
  { outputOffset, outputSize }: PrecompileCall,
  result: ExecResult,
): 0 | 1 {
  const { executionGasUsed, exceptionError, returnValue } = result
  const { core, hostState } = host
  const hasSucceeded = exceptionError === undefined
  const gasUsed = Number(executionGasUsed)
  caller.gas -= gasUsed
  // It takes as long as it costs.
  host.gasSinceYield += gasUsed
  if (hasSucceeded) hostState.keep()
  else hostState.undo()
  caller.setReturnData(hasSucceeded ? returnValue : none)
  const error = host.watcher && frameError(result, true)
  host.watcher?.exits({ output: caller.returnData, gasUsed, error })
  const output = caller.returnData.subarray(0, outputSize)
  if (output.length > 0) core.bytes().set(output, caller.memory + outputOffset)
  return hasSucceeded ? 1 : 0
}
