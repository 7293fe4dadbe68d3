import { EVMError, type ExecResult } from '@ethereumjs/evm'
import type { RunState } from './ethereumjs.ts'
import type { Execution } from './execution.ts'
import { type Frame, none } from './frame.ts'
import { createInterpreter } from './stockStep.ts'

/** As EthereumJS's `runInterpreter` gives it. */
export function resultOf(
  execution: Execution,
  frame: Frame,
  failure: EVMError | undefined,
): ExecResult {
  const gasLimit = BigInt(frame.context.gas)
  const gas = BigInt(frame.gas)
  const gasRefund = BigInt(frame.refund)
  const { pc, opcode, height } = frame
  const isHalted = failure !== undefined && failure.error !== EVMError.errorMessages.REVERT
  const { returnValue = none, logs, selfdestruct, createdAddresses } = frame.openResult()
  const done =
    failure === undefined
      ? { logs, selfdestruct, ...(createdAddresses && { createdAddresses }) }
      : { logs: [], selfdestruct: new Map(), createdAddresses: new Set<`0x${string}`>() }
  return {
    ...done,
    // Seldom asked for, and large.
    get runState(): RunState {
      frame.interpreter ??= createInterpreter(execution, frame)
      const runState = frame.interpreter._runState
      runState.programCounter = pc
      runState.opCode = opcode
      runState.gasLeft = gas
      runState.gasRefund = gasRefund
      // The items are no longer there, but the height tells why a frame has failed.
      ;(runState.stack as { length: number }).length = height
      return runState
    },
    ...(failure && { exceptionError: failure }),
    gas,
    executionGasUsed: isHalted ? gasLimit : gasLimit - gas,
    gasRefund,
    returnValue,
  }
}
