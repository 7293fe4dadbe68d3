import { EVMError, type ExecResult } from '@ethereumjs/evm'
import { type RunResult, type RunState, setStackLength } from '../privateMembers.ts'
import type { Frame } from './frame.ts'
import type { OpcodeHost } from './opcodeHost.ts'
import { createInterpreter } from './stockStep.ts'

/** Returns the result in the form of EthereumJS's `runInterpreter`. */
export function resultOf(
  host: OpcodeHost,
  frame: Frame,
  failure: EVMError | undefined,
): ExecResult {
  const result = new FrameResult(host, frame, failure)
  if (!frame.context.isCreation) return result
  // EthereumJS copies the results of creations, and a copy has only what is the result's own.
  const runState = { get: () => result.runState, enumerable: true, configurable: true }
  return Object.defineProperty({ ...result }, 'runState', runState)
}

/** Whether an host may have made logs that failed frames have lost; none says no. */
export function hasLostLogs(result: ExecResult): boolean {
  return 'hasLostLogs' in result && result.hasLostLogs === true
}

/** Gas that a message must have beyond what it used at its peak: calls get all but one 64th, and writes need some left. */
export function heldBackIn(result: ExecResult): bigint {
  return 'heldBack' in result ? BigInt(result.heldBack as number) : 0n
}

/** The result of a frame that has neither destroyed nor created anything. */
const nothing: Partial<RunResult> = {}

/** A class: of a literal with a getter the engine makes another hidden class each time. */
class FrameResult implements ExecResult {
  readonly exceptionError?: EVMError
  readonly gas: bigint
  readonly gasRefund: bigint
  readonly executionGasUsed: bigint
  readonly stateGasSpilled: bigint
  readonly returnValue: Uint8Array
  readonly logs: NonNullable<ExecResult['logs']>
  readonly selfdestruct?: NonNullable<ExecResult['selfdestruct']>
  readonly createdAddresses?: NonNullable<ExecResult['createdAddresses']>
  readonly hasLostLogs: boolean
  readonly heldBack: number
  readonly #host: OpcodeHost
  readonly #frame: Frame
  readonly #pc: number
  readonly #opcode: number
  readonly #height: number

  constructor(host: OpcodeHost, frame: Frame, failure: EVMError | undefined) {
    const { gas: gasLimit } = frame.context
    const { gas, refund, stateSpent, pc, height } = frame.registers()
    const isHalted = failure !== undefined && failure.error !== EVMError.errorMessages.REVERT
    const { logs, returned } = frame
    const { selfdestruct, createdAddresses } = frame.result ?? nothing
    this.#host = host
    this.#frame = frame
    this.#pc = pc
    this.#opcode = frame.context.code[pc] ?? 0
    this.#height = height
    // What is created can fail when its frame has not.
    if ((failure !== undefined || frame.context.isCreation) && logs.length > 0) {
      host.hasLostLogs = true
    }
    this.hasLostLogs = host.hasLostLogs
    const used = gasLimit - gas
    // What is created pays for its code afterwards, usually more than that.
    this.heldBack = frame.context.isCreation ? 0 : frame.needed(used) - used
    this.gas = BigInt(gas)
    this.gasRefund = BigInt(refund)
    this.executionGasUsed = BigInt(isHalted ? gasLimit : gasLimit - gas)
    this.stateGasSpilled = BigInt(stateSpent)
    this.returnValue = returned
    if (failure === undefined) {
      this.logs = logs.slice()
      if (selfdestruct !== undefined) this.selfdestruct = selfdestruct
      if (createdAddresses !== undefined) this.createdAddresses = createdAddresses
    } else {
      this.exceptionError = failure
      this.logs = []
      this.selfdestruct = new Map()
      this.createdAddresses = new Set()
    }
  }

  /** Seldom asked for, and large. */
  get runState(): RunState {
    const frame = this.#frame
    frame.interpreter ??= createInterpreter(this.#host, frame)
    const runState = frame.interpreter._runState
    runState.programCounter = this.#pc
    runState.opCode = this.#opcode
    runState.gasLeft = this.gas
    runState.gasRefund = this.gasRefund
    // The items are gone, but the height is needed for the reason of a failure.
    setStackLength(runState, this.#height)
    return runState
  }
}
