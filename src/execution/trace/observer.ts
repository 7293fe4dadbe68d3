import {
  createEIP7708TransferLog,
  type EVMResult,
  type Message as EvmMessage,
  type ExecResult,
  type InterpreterStep,
} from '@ethereumjs/evm'
import { Address } from '@ethereumjs/util'
import { frameError } from '../../ethereumjs/haltReason.ts'
import { maxGas } from '../../ethereumjs/interpreter/fastInterpreter.ts'
import type { Machine } from '../../ethereumjs/machine.ts'
import { ExecutionTimeout } from '../../ethereumjs/yieldIfDue.ts'
import { bytesToHex, numberToBytes } from '../../lib/hex.ts'
import type { Log } from '../../types/transaction.ts'
import type { TimeLimit } from '../sandbox.ts'
import { FrameObserver } from './frameObserver.ts'
import { destructionOf, frameOf, isCreation, kindOf, refusalOf, refusedFrame } from './frames.ts'
import {
  accessOf,
  creationGas,
  faultOf,
  forwardedGas,
  type Instruction,
  instructionOf,
  isAccess,
  opcodes,
  ranBeyondCode,
  readMemory,
  stipend,
  stopAfterCode,
} from './instruction.ts'
import {
  type FrameStart,
  type Step,
  type TracedTransaction,
  type TraceHooks,
  TraceTimeout,
} from './tracer.ts'

interface OpenFrame {
  readonly message: EvmMessage
  readonly start: FrameStart
  /** The last instruction; none before the first one and once a frame that it began is over. */
  last: Instruction | undefined
  returnData: Uint8Array
}

const nothing = new Uint8Array()

/** Looking at the clock costs more than a step. */
const stepsPerClockCheck = 256

/**
 * Turns the events of a machine into what geth's tracers see: calls that do not even begin, the
 * STOP after the end of code, selfdestructs, and what kept an instruction from beginning.
 */
export class Observer {
  readonly #machine: Machine
  readonly #hooks: TraceHooks
  readonly #timeLimit: TimeLimit
  readonly #frames: OpenFrame[] = []
  #steps = 0

  /** Listens until it is closed. With no hooks for frames or steps it does not listen at all. */
  constructor(machine: Machine, hooks: TraceHooks, timeLimit: TimeLimit) {
    this.#machine = machine
    this.#hooks = hooks
    this.#timeLimit = timeLimit
    const { events } = machine.evm
    events.on('beforeMessage', this.#enter)
    events.on('step', hooks.wait ? this.#stepAndWait : this.#step)
    events.on('afterMessage', hooks.wait ? this.#leaveAndWait : this.#leave)
  }

  close(): void {
    const { events } = this.#machine.evm
    events.off('beforeMessage', this.#enter)
    events.off('step', this.#step)
    events.off('step', this.#stepAndWait)
    events.off('afterMessage', this.#leave)
    events.off('afterMessage', this.#leaveAndWait)
  }

  /** Its second parameter makes the EVM wait until it is called. */
  readonly #enter = (message: EvmMessage, resume?: () => void): void => {
    const caller = this.#frames.at(-1)
    const start = frameOf(message, caller?.last && kindOf(caller.last), this.#machine)
    if (caller !== undefined) caller.last = undefined
    this.#frames.push({ message, start, last: undefined, returnData: nothing })
    this.#hooks.enter?.(start)
    const { caller: from, to = start.to && new Address(start.to), value, delegatecall } = message
    if (!delegatecall && to !== undefined) this.#tellTransfer(from, to, value)
    // Traced code is slow: the machine's own turns would come too late. The next steps end it when its time is over.
    const pause = () => this.#timeLimit.pause()
    const paused = this.#hooks.wait?.()?.then(pause) ?? pause()
    paused.then(resume, resume)
  }

  readonly #stepAndWait = (event: InterpreterStep, resume?: () => void): void => {
    this.#step(event)
    this.#wait(resume)
  }

  readonly #leaveAndWait = (result: EVMResult, resume?: () => void): void => {
    this.#leave(result)
    this.#wait(resume)
  }

  /** Goes on when the hooks are done and others had their turn: hooks that are waited for take long. */
  #wait(resume: (() => void) | undefined): void {
    const waited = this.#hooks.wait?.() ?? this.#timeLimit.turn()
    if (waited === undefined) resume?.()
    else waited.then(resume, resume)
  }

  readonly #step = (event: InterpreterStep): void => {
    this.#endInTime()
    const frame = this.#frames.at(-1) as OpenFrame
    this.#settle(frame)
    const { message, returnData } = frame
    const code = message.code as Uint8Array
    const opcode = code[event.pc] ?? opcodes.stop
    const { step, fault } = this.#hooks
    if (step === undefined && fault === undefined && !hasConsequences(opcode)) {
      frame.last = undefined
      return
    }
    const { common } = this.#machine
    const isDestroyed =
      opcode === opcodes.selfDestruct &&
      (message.selfdestruct?.has(bytesToHex(event.address.bytes)) ?? false)
    frame.last = instructionOf(event, { code, returnData, common, isDestroyed })
    const lastStep = frame.last.step
    this.#hooks.step?.(lastStep)
    if (isAccess(opcode)) this.#hooks.access?.(accessOf(lastStep))
  }

  readonly #leave = ({ execResult }: EVMResult): void => {
    const frame = this.#frames.pop() as OpenFrame
    const { isCompiled } = frame.message
    const error = frameError(execResult, isCompiled)
    if (error === undefined) this.#complete(frame, execResult)
    else this.#tellFault(frame, error)
    const isReverted = execResult.exceptionError?.error === 'revert' && !isCompiled
    const output = error === undefined || isReverted ? execResult.returnValue : nothing
    const { depth, kind } = frame.start
    this.#hooks.exit?.({ depth, output, gasUsed: execResult.executionGasUsed, error })
    const caller = this.#frames.at(-1)
    if (caller === undefined) return
    caller.returnData = isCreation(kind) && !isReverted ? nothing : output
  }

  /** A movement of ether is a log from EIP-7708 on. */
  #tellTransfer(from: Address, to: Address, value: bigint): void {
    if (value === 0n || from.equals(to)) return
    if (!this.#machine.common.isActivatedEIP(7708)) return
    const [address, topics, data] = createEIP7708TransferLog(from, to, value)
    this.#hooks.log?.({ address, topics, data })
  }

  #endInTime(): void {
    if (++this.#steps % stepsPerClockCheck !== 0) return
    if (this.#timeLimit.leftMs() <= 0) throw new ExecutionTimeout()
  }

  /** Tells what the last instruction has done, now that another follows it. */
  #settle(frame: OpenFrame): void {
    const { last } = frame
    if (last === undefined) return
    const { opcode } = last.step
    if (opcode >= opcodes.log0 && opcode <= opcodes.log4) this.#hooks.log?.(logOf(last.step))
    const kind = kindOf(last)
    if (kind === undefined) return
    frame.returnData = nothing
    const { event, step } = last
    const { value, depth } = frame.message
    const operands = [...event.stack].reverse()
    const caller = { address: step.address, depth, value }
    const refusal = refusalOf(kind, operands, caller, this.#machine)
    if (refusal === undefined) return
    const { common } = this.#machine
    const gas = isCreation(kind)
      ? creationGas(event, common)
      : forwardedGas(event, common) + stipend(event, common)
    const start = refusedFrame(refusal, gas, step.memory)
    this.#hooks.enter?.(start)
    this.#hooks.exit?.({
      depth: start.depth,
      output: nothing,
      gasUsed: 0n,
      error: refusal.error,
    })
  }

  /** The end of a frame that has not failed. */
  #complete(frame: OpenFrame, { runState, gasRefund: refund = 0n }: ExecResult): void {
    if (runState === undefined) return
    if (ranBeyondCode(runState)) {
      this.#settle(frame)
      this.#hooks.step?.(stopAfterCode(runState, { refund, returnData: frame.returnData }))
      return
    }
    const { last } = frame
    if (last?.step.opcode !== opcodes.selfDestruct) return
    const { event, step } = last
    const beneficiary = step.stack.at(-1) ?? 0n
    const destroyed = { address: step.address, depth: event.depth }
    const start = destructionOf(destroyed, beneficiary, event.account.balance)
    this.#hooks.enter?.(start)
    const { from, to = from, value = 0n } = start
    this.#tellTransfer(new Address(from), new Address(to), value)
    this.#hooks.exit?.({ depth: start.depth, output: nothing, gasUsed: 0n, error: undefined })
  }

  #tellFault({ last }: OpenFrame, error: string): void {
    if (last === undefined) return
    const fault = faultOf(last, error, this.#machine.common)
    if (fault === undefined) {
      if (!endsFrame(last.step.opcode)) this.#hooks.failed?.(error)
      return
    }
    this.#hooks.fault?.(fault)
    if (isAccess(last.step.opcode)) this.#hooks.denied?.()
  }
}

/** Whether a frame is over with an opcode; a creation can fail after that, when its code is stored. */
function endsFrame(opcode: number): boolean {
  return opcode === opcodes.stop || opcode === opcodes.return
}

/** Whether frames, logs or accesses come of an instruction: only then is it looked at again. */
function hasConsequences(opcode: number): boolean {
  const isLog = opcode >= opcodes.log0 && opcode <= opcodes.log4
  return isLog || isAccess(opcode)
}

/** Whether any hook besides the start and the end of the transaction is set. */
function isWatching({ enter, step, fault, access, exit, log }: TraceHooks): boolean {
  return [enter, step, fault, access, exit, log].some((hook) => hook !== undefined)
}

function logOf({ address, opcode, stack, memory }: Step): Log {
  const operands = [...stack].reverse()
  const [offset = 0n, length = 0n] = operands
  return {
    address,
    topics: operands.slice(2, 2 + opcode - opcodes.log0).map((topic) => numberToBytes(topic, 32)),
    data: readMemory(memory, offset, length),
  }
}

interface Watch {
  readonly machine: Machine
  readonly hooks: TraceHooks
  readonly timeLimit: TimeLimit
}

/** What is about to run, without what the machine knows. */
export type WatchedTransaction = Pick<
  TracedTransaction,
  | 'from'
  | 'to'
  | 'gas'
  | 'gasPrice'
  | 'intrinsicGas'
  | 'block'
  | 'authorities'
  | 'payees'
  | 'firstLogIndex'
>

/**
 * Calls hooks for what a transaction with this much gas does, until the returned function is called. Steps are
 * reported one by one only to hooks for steps.
 */
export function observe({ machine, hooks, timeLimit }: Watch, gas: bigint): () => void {
  if (!isWatching(hooks)) return () => {}
  const { step, fault, stepText } = hooks
  const needsSteps = stepText === undefined && (step !== undefined || fault !== undefined)
  const observer =
    needsSteps || !machine.isFast || gas >= maxGas
      ? new Observer(machine, hooks, timeLimit)
      : new FrameObserver(machine, hooks)
  return () => observer.close()
}

/** Runs a transaction on the machine while `hooks` watch; the machine is rid of them afterwards. */
export async function watch<Outcome extends { readonly gasUsed: bigint }>(
  { machine, hooks, timeLimit }: Watch,
  transaction: WatchedTransaction,
  run: () => Promise<Outcome>,
): Promise<Outcome> {
  const { state, common, evm } = machine
  const precompiles = new Set(evm.precompiles.keys())
  const stopObserving = observe({ machine, hooks, timeLimit }, transaction.gas)
  try {
    hooks.start?.({
      ...transaction,
      state,
      keepsDestroyed: common.isActivatedEIP(6780),
      isPrecompile: (address) => precompiles.has(bytesToHex(address).slice(2)),
    })
    await hooks.wait?.()
    const outcome = await run()
    hooks.end?.(outcome)
    await hooks.wait?.()
    return outcome
  } finally {
    hooks.close?.()
    stopObserving()
  }
}

/** Lets a trace fail as a trace when its time is over. */
export async function withinLimit<Result>(
  limitMs: number,
  trace: () => Promise<Result>,
): Promise<Result> {
  try {
    return await trace()
  } catch (error) {
    throw error instanceof ExecutionTimeout ? new TraceTimeout(limitMs) : error
  }
}
