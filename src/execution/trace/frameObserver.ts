import type { EVMError, EVMResult, Message as EvmMessage } from '@ethereumjs/evm'
import { frameError } from '../../ethereumjs/haltReason.ts'
import type { Frame } from '../../ethereumjs/interpreter/frame.ts'
import { transferLog } from '../../ethereumjs/interpreter/transferLog.ts'
import type {
  StepWatcher,
  WatchedCall,
  WatchedEnd,
  Watcher,
} from '../../ethereumjs/interpreter/watcher.ts'
import type { Machine } from '../../ethereumjs/machine.ts'
import { opcodeOf } from '../../ethereumjs/opcodes.ts'
import { equalBytes } from '../../lib/hex.ts'
import type { Log } from '../../types/transaction.ts'
import { slotAccountAt, slotFlagsAt, slotIsSeen } from '../../wasm/interpreter/layout.ts'
import {
  destructionOf,
  frameOf,
  isCreation,
  kindOfOpcode,
  maxDepth,
  type Refusal,
  refusalOf,
  refusedFrame,
} from './frames.ts'
import { isAccess, opcodes, passedOn, readMemory, StepReporter } from './instruction.ts'

import type { Access, FrameEnd, FrameStart, TraceHooks } from './tracer.ts'

interface OpenFrame {
  readonly depth: number
  /** Nothing for a call that the fast interpreter makes. */
  readonly message: EvmMessage | undefined
  /** What is being done outside of the core. */
  instruction: Instruction | undefined
}

interface Instruction {
  readonly opcode: number
  /** The reason for which a call or a creation does not begin. */
  readonly refusal: Refusal | undefined
  /** The selfdestruct that it is, if it succeeds. */
  readonly destruction: FrameStart | undefined
}

interface LoadedSlot {
  readonly frame: Frame
  /** Where it stands in the core. */
  readonly entry: number
}

const nothing = new Uint8Array()

/** What keeps an instruction from beginning, in EthereumJS's words. */
const faults: ReadonlySet<string> = new Set([
  'out of gas',
  'stack underflow',
  'initcode exceeds max initcode size',
])

/** An entry of slots without an account, transient so that it is not written. */
const noAccount = 0xffffffff

/** Tells hooks of frames, logs and accesses while code is run by the fast interpreter. */
export class FrameObserver implements Watcher {
  readonly steps: StepWatcher | undefined
  readonly #machine: Machine
  readonly #hooks: TraceHooks
  readonly #open: OpenFrame[] = []
  /** A slot that has been loaded, by an instruction that may yet fail. */
  #loaded: LoadedSlot | undefined

  /** Watches until it is closed. */
  constructor(machine: Machine, hooks: TraceHooks) {
    this.#machine = machine
    this.#hooks = hooks
    this.steps = hooks.stepText && new StepReporter(machine, hooks, hooks.stepText)
    machine.watching.watcher = this
  }

  close(): void {
    this.#machine.watching.watcher = undefined
  }

  message(message: EvmMessage): void {
    const opcode = this.#open.at(-1)?.instruction?.opcode
    const kind = opcode === undefined ? undefined : kindOfOpcode(opcode)
    const start = frameOf(message, kind, this.#machine)
    this.#enter(start, message)
    this.#tellTransfer(start)
  }

  messageEnded({ execResult }: EVMResult): void {
    const isPrecompile = this.#open.at(-1)?.message?.isCompiled ?? false
    const error = frameError(execResult, isPrecompile)
    const isReverted = execResult.exceptionError?.error === 'revert' && !isPrecompile
    const output = error === undefined || isReverted ? execResult.returnValue : nothing
    this.#exit({ output, gasUsed: execResult.executionGasUsed, error })
  }

  begins(frame: Frame): void {
    const { opcode } = frame
    const refusal = refusalAt(frame, this.#machine)
    const destruction = opcode === opcodes.selfDestruct ? this.#destructionAt(frame) : undefined
    this.#own().instruction = { opcode, refusal, destruction }
    if (!isAccess(opcode)) return
    this.#tellLoaded()
    this.#hooks.access?.(accessAt(frame))
  }

  done(frame: Frame): void {
    const own = this.#own()
    const { instruction } = own
    own.instruction = undefined
    if (instruction === undefined) return
    const { opcode, refusal, destruction } = instruction
    if (opcode >= opcodes.log0 && opcode <= opcodes.log4) this.#tellLogOf(frame)
    else if (destruction !== undefined) this.#tellDestruction(destruction)
    else if (refusal !== undefined) this.#refuse(frame, refusal, this.#gasRefused(frame, refusal))
  }

  enters(caller: Frame, { opcode, target, inputOffset, inputSize, gas, value }: WatchedCall): void {
    const { core, context, memory } = caller
    const kind = kindOfOpcode(opcode) ?? 'CALL'
    const at = memory + (inputSize === 0 ? 0 : inputOffset)
    const start: FrameStart = {
      kind,
      depth: context.depth + 1,
      from: context.account.bytes,
      to: target.bytes,
      input: core.bytes().subarray(at, at + inputSize),
      gas: BigInt(gas),
      value: kind === 'DELEGATECALL' ? context.value : kind === 'STATICCALL' ? undefined : value,
    }
    this.#enter(start, undefined)
    this.#tellTransfer(start)
  }

  exits({ output, gasUsed, error }: WatchedEnd): void {
    this.#exit({ output, gasUsed: BigInt(gasUsed), error })
  }

  refuses(caller: Frame, gas: number): void {
    const { refusal } = this.#own().instruction ?? {}
    if (refusal !== undefined) this.#refuse(caller, refusal, BigInt(gas))
  }

  /** A movement of ether is a log from EIP-7708 on. */
  #tellTransfer({ kind, from, to, value = 0n }: FrameStart): void {
    if (kind === 'CALLCODE' || kind === 'DELEGATECALL') return
    if (to === undefined || value === 0n || equalBytes(from, to)) return
    if (!this.#machine.common.isActivatedEIP(7708)) return
    const [address, topics, data] = transferLog(from, to, value)
    this.#hooks.log?.({ address, topics, data })
  }

  log(log: Log): void {
    this.#hooks.log?.(log)
  }

  loadsSlot(frame: Frame, entry: number): void {
    this.#tellLoaded()
    this.#loaded = { frame, entry }
  }

  ends(frame: Frame, failure: EVMError | undefined): void {
    const { opcode } = frame
    const loaded = this.#loaded
    const hasLoaded = loaded !== undefined && !isSeen(loaded)
    if (hasLoaded) forget(loaded)
    this.#tellLoaded()
    if (failure === undefined || !isAccess(opcode)) return
    // What fails in the core has not begun outside of it; geth looks also at opcodes that the fork does not have.
    const isReported = hasLoaded || this.#own().instruction?.opcode === opcode
    if (!isReported) this.#hooks.access?.(accessAt(frame))
    if (faults.has(failure.error)) this.#hooks.denied?.()
  }

  #own(): OpenFrame {
    return this.#open.at(-1) as OpenFrame
  }

  #enter(start: FrameStart, message: EvmMessage | undefined): void {
    const caller = this.#open.at(-1)
    if (caller !== undefined) caller.instruction = undefined
    this.#open.push({ depth: start.depth, message, instruction: undefined })
    this.#hooks.enter?.(start)
  }

  #exit(end: Omit<FrameEnd, 'depth'>): void {
    const { depth } = this.#open.pop() as OpenFrame
    this.#hooks.exit?.({ depth, ...end })
  }

  #tellLoaded(): void {
    const loaded = this.#loaded
    if (loaded === undefined) return
    this.#loaded = undefined
    this.#hooks.access?.(accessTo(loaded))
  }

  #tellLogOf(frame: Frame): void {
    const log = frame.openResult().logs.at(-1)
    if (log === undefined) return
    const [address, topics, data] = log
    this.#hooks.log?.({ address, topics, data })
  }

  #tellAtOnce(start: FrameStart, error: string | undefined): void {
    this.#hooks.enter?.(start)
    this.#hooks.exit?.({ depth: start.depth, output: nothing, gasUsed: 0n, error })
  }

  #tellDestruction(start: FrameStart): void {
    this.#hooks.enter?.(start)
    this.#tellTransfer(start)
    this.#hooks.exit?.({ depth: start.depth, output: nothing, gasUsed: 0n, error: undefined })
  }

  #refuse(frame: Frame, refusal: Refusal, gas: bigint): void {
    this.#tellAtOnce(refusedFrame(refusal, gas, memoryOf(frame)), refusal.error)
  }

  /** What a frame would have had that EthereumJS has not begun: the caller has it still. */
  #gasRefused({ gas }: Frame, { kind, operands, value }: Refusal): bigint {
    const { common } = this.#machine
    if (isCreation(kind)) return passedOn(BigInt(gas), common)
    const hasStipend = value > 0n && (kind === 'CALL' || kind === 'CALLCODE')
    const stipend = hasStipend ? common.param('callStipendGas') : 0n
    return passedOn(BigInt(gas) - stipend, common, operands[0]) + stipend
  }

  #destructionAt(frame: Frame): FrameStart | undefined {
    if (frame.height === 0) return undefined
    const { account, depth } = frame.context
    const address = account.bytes
    const { balance = 0n } = this.#machine.state.readAccount(address) ?? {}
    return destructionOf({ address, depth }, itemAt(frame, 0), balance)
  }
}

function itemAt(frame: Frame, nth: number): bigint {
  return frame.core.readWord(frame.item(nth))
}

function memoryOf({ core, memory, memorySize }: Frame): Uint8Array {
  return core.bytes().subarray(memory, memory + memorySize)
}

/** Why the instruction at hand will not begin the frame that it should; nothing for all others. */
function refusalAt(frame: Frame, machine: Machine): Refusal | undefined {
  const { opcode, context } = frame
  const kind = kindOfOpcode(opcode)
  if (kind === undefined) return undefined
  const { takes = 0 } = opcodeOf(opcode) ?? {}
  if (frame.height < takes) return undefined
  // Nearly all calls send nothing, and are not that deep.
  const sendsNothing = !isCreation(kind) && frame.core.readNumber(frame.item(2)) === 0
  if (sendsNothing && context.depth < maxDepth) return undefined
  const operands = Array.from({ length: takes }, (_, nth) => itemAt(frame, nth))
  const { account, depth, value } = context
  return refusalOf(kind, operands, { address: account.bytes, depth, value }, machine)
}

/** What the instruction at hand looks at. */
function accessAt(frame: Frame): Access {
  return {
    opcode: frame.opcode,
    address: frame.context.account.bytes,
    height: frame.height,
    item: (nth) => itemAt(frame, nth),
    readMemory: (offset, length) => readMemory(memoryOf(frame), offset, length),
  }
}

/** A slot that the core has met. */
function accessTo({ frame, entry }: LoadedSlot): Access {
  const { core, context } = frame
  return {
    opcode: opcodes.sload,
    address: context.account.bytes,
    height: 1,
    item: () => core.readWord(entry),
    readMemory: () => nothing,
  }
}

/** Whether the instruction that has loaded a slot has come to its end. */
function isSeen({ frame, entry }: LoadedSlot): boolean {
  return (frame.core.view().getUint32(entry + slotFlagsAt, true) & slotIsSeen) !== 0
}

/** Makes the core load the slot again at the next instruction that reads it and does not fail. */
function forget({ frame, entry }: LoadedSlot): void {
  frame.core.view().setUint32(entry + slotAccountAt, noAccount, true)
}
