import type { Common } from '@ethereumjs/common'
import type { InterpreterStep } from '@ethereumjs/evm'
import type { Frame } from '../../ethereumjs/interpreter/frame.ts'
import type { StepWatcher } from '../../ethereumjs/interpreter/watcher.ts'
import type { Machine } from '../../ethereumjs/machine.ts'
import { opcodeOf } from '../../ethereumjs/opcodes.ts'
import { memoryOf, type RunState } from '../../ethereumjs/privateMembers.ts'
import { bytesToHex } from '../../lib/hex.ts'
import type { Access, Fault, Step, StepText, TraceHooks } from './tracer.ts'

/** More gas than a 64-bit counter holds: an instruction that costs this much has no price in geth. */
const tooMuchGas = 2n ** 64n

const callOpcodes: ReadonlySet<number> = new Set([0xf1, 0xf2, 0xf4, 0xfa])
const valueCallOpcodes: ReadonlySet<number> = new Set([0xf1, 0xf2])

/** Opcodes that access another account: since EIP-2929 geth counts the warm price as their fixed one. */
const accessOpcodes: ReadonlySet<number> = new Set([0x31, 0x3b, 0x3c, 0x3f, ...callOpcodes])

/** Whether the opcode calls, by whatever way. */
export function isCall(opcode: number): boolean {
  return callOpcodes.has(opcode)
}

/** What the instruction costs whatever its operands are. */
function fixedGas({ opcode }: InterpreterStep, common: Common): bigint {
  const fee = BigInt(opcode.fee)
  const isAccess = common.isActivatedEIP(2929) && accessOpcodes.has(opcode.code)
  return isAccess ? fee + common.param('warmstoragereadGas') : fee
}

/** Gas that a call passes on to what it calls, without the stipend (EIP-150). */
export function forwardedGas(event: InterpreterStep, common: Common): bigint {
  return passedOn(event.gasLeft - ownGas(event), common, event.stack.at(-1) ?? 0n)
}

/** What is passed on of the gas that is left when an instruction itself is paid (EIP-150). */
export function passedOn(left: bigint, common: Common, requested = left): bigint {
  if (!common.gteHardfork('tangerineWhistle')) return requested
  const most = left - left / 64n
  return requested < most ? requested : most
}

/** Gas that a creation passes on (EIP-150). */
export function creationGas(event: InterpreterStep, common: Common): bigint {
  return passedOn(event.gasLeft - ownGas(event), common)
}

/** Gas that a call which sends ether gets on top. */
export function stipend({ opcode, stack }: InterpreterStep, common: Common): bigint {
  const sendsValue = valueCallOpcodes.has(opcode.code) && (stack.at(-3) ?? 0n) > 0n
  return sendsValue ? common.param('callStipendGas') : 0n
}

/** geth's price of the instruction, with the gas that a call passes on. */
function gasCost(event: InterpreterStep, common: Common): bigint {
  const fixed = fixedGas(event, common)
  const own = ownGas(event)
  if (event.gasLeft < fixed || own >= tooMuchGas) return fixed
  return isCall(event.opcode.code) ? own + forwardedGas(event, common) : own
}

function ownGas({ opcode }: InterpreterStep): bigint {
  return opcode.dynamicFee ?? BigInt(opcode.fee)
}

/** What an instruction runs in. */
interface Surroundings {
  readonly code: Uint8Array
  readonly returnData: Uint8Array
  readonly common: Common
  /** Whether the account that runs has destroyed itself before, in this transaction. */
  readonly isDestroyed: boolean
}

/** An instruction that has begun, as EthereumJS and geth report it. */
export interface Instruction {
  readonly event: InterpreterStep
  readonly step: Step
}

export const opcodes = {
  stop: 0x00,
  isZero: 0x15,
  keccak256: 0x20,
  extCodeSize: 0x3b,
  extCodeCopy: 0x3c,
  extCodeHash: 0x3f,
  sload: 0x54,
  sstore: 0x55,
  gas: 0x5a,
  tload: 0x5c,
  tstore: 0x5d,
  log0: 0xa0,
  log4: 0xa4,
  create: 0xf0,
  call: 0xf1,
  callCode: 0xf2,
  return: 0xf3,
  delegateCall: 0xf4,
  create2: 0xf5,
  staticCall: 0xfa,
  revert: 0xfd,
  invalid: 0xfe,
  selfDestruct: 0xff,
} as const

export function instructionOf(event: InterpreterStep, around: Surroundings): Instruction {
  const { common, code } = around
  return {
    event,
    step: {
      pc: event.pc,
      // EthereumJS has one entry for all that the fork does not know.
      opcode: code[event.pc] ?? opcodes.stop,
      gas: event.gasLeft,
      gasCost: lacksItems(event) ? fixedGas(event, common) : gasCost(event, common),
      depth: event.depth + 1,
      refund: event.gasRefund + refundOfDestruction(event, around),
      stack: event.stack,
      memory: wholeMemory(event.memory, event.memoryWordCount),
      returnData: around.returnData,
      address: event.address.bytes,
    },
  }
}

/** The STOP that stands after the last byte of all code; EthereumJS does not report it. */
export function stopAfterCode(
  runState: RunState,
  { refund, returnData }: { refund: bigint; returnData: Uint8Array },
): Step {
  const { memoryWordCount, stack, env } = runState
  const length = Number(memoryWordCount) * 32
  return {
    pc: runState.programCounter,
    opcode: opcodes.stop,
    gas: runState.gasLeft,
    gasCost: 0n,
    depth: env.depth + 1,
    refund,
    stack: stack.getStack(),
    memory: wholeMemory(memoryOf(runState).slice(0, length), memoryWordCount),
    returnData,
    address: env.address.bytes,
  }
}

/** Whether a frame has run beyond its code, and not ended by an instruction. */
export function ranBeyondCode({ programCounter, code, opCode }: RunState): boolean {
  const isEnd =
    opCode === opcodes.stop || opCode === opcodes.return || opCode === opcodes.selfDestruct
  return programCounter >= code.length && !isEnd
}

/** What keeps an instruction from beginning, in geth's words. */
const faults = /^(out of gas|stack underflow|stack limit|max initcode size)/

/** What kept a frame's last instruction from beginning, by why the frame failed; nothing when it did begin. */
export function faultOf(
  { event, step }: Instruction,
  error: string,
  common: Common,
): Fault | undefined {
  if (!faults.test(error)) return undefined
  // EthereumJS gives up on a call without saying what it would cost.
  const isUnpriced = error === 'out of gas' && step.gasCost <= step.gas
  return { error, gasCost: isUnpriced ? fixedGas(event, common) : step.gasCost }
}

function lacksItems({ opcode, stack }: InterpreterStep): boolean {
  const { takes = 0 } = opcodeOf(opcode.code) ?? {}
  return stack.length < takes
}

/** geth refunds before the instruction, EthereumJS while it runs; since London it is nothing (EIP-3529). */
function refundOfDestruction(
  { opcode }: InterpreterStep,
  { common, isDestroyed }: Surroundings,
): bigint {
  const isFirst = opcode.code === opcodes.selfDestruct && !isDestroyed
  return isFirst ? common.param('selfdestructRefundGas') : 0n
}

/** Memory that is paid for but not yet written is not in EthereumJS's store. */
function wholeMemory(memory: Uint8Array, words: bigint): Uint8Array {
  const length = Number(words) * 32
  if (memory.length >= length) return memory
  const whole = new Uint8Array(length)
  whole.set(memory)
  return whole
}

/** The bytes of memory from `offset` on; where there is no memory yet it reads zero. */
export function readMemory(memory: Uint8Array, offset: bigint, length: bigint): Uint8Array {
  const bytes = new Uint8Array(Number(length))
  if (offset >= BigInt(memory.length)) return bytes
  const start = Number(offset)
  bytes.set(memory.subarray(start, Math.min(memory.length, start + bytes.length)))
  return bytes
}

/** BALANCE, EXTCODESIZE, EXTCODECOPY, EXTCODEHASH and SELFDESTRUCT. */
const lookingOpcodes: ReadonlySet<number> = new Set([0x31, 0x3b, 0x3c, 0x3f, opcodes.selfDestruct])

/** Opcodes without a call that look at an account. */
const otherOpcodes: ReadonlySet<number> = new Set([
  ...lookingOpcodes,
  opcodes.sload,
  opcodes.sstore,
  opcodes.create,
  opcodes.create2,
])

/** Whether the topmost operand of an opcode is the address of an account that it looks at. */
export function looksAtAccount(opcode: number): boolean {
  return lookingOpcodes.has(opcode)
}

/** Whether an opcode looks at an account or at a slot. */
export function isAccess(opcode: number): boolean {
  return otherOpcodes.has(opcode) || isCall(opcode)
}

/** What a step looks at. */
export function accessOf({ opcode, address, stack, memory }: Step): Access {
  return {
    opcode,
    address,
    height: stack.length,
    item: (nth) => stack.at(-1 - nth) as bigint,
    readMemory: (offset, length) => readMemory(memory, offset, length),
  }
}

/** Tells hooks of steps while code is run by the fast interpreter: as text, and of those that it does not do itself. */
export class StepReporter implements StepWatcher {
  readonly #machine: Machine
  readonly #hooks: TraceHooks
  readonly #stepText: StepText
  #last: Instruction | undefined

  constructor(machine: Machine, hooks: TraceHooks, stepText: StepText) {
    this.#machine = machine
    this.#hooks = hooks
    this.#stepText = stepText
  }

  get withStack(): boolean {
    return this.#stepText.withStack
  }

  get withStorage(): boolean {
    return this.#stepText.withStorage
  }

  get withZeroRefund(): boolean {
    return this.#stepText.withZeroRefund
  }

  get most(): number {
    return this.#stepText.most
  }

  text(json: Uint8Array, steps: number): void {
    this.#last = undefined
    this.#stepText.text(json, steps)
  }

  storage(account: Uint8Array, slot: bigint, value: bigint): void {
    this.#stepText.storage(account, slot, value)
  }

  step(event: InterpreterStep, frame: Frame): void {
    const { code } = frame.context
    const { common } = this.#machine
    const isDestroyed =
      frame.opcode === opcodes.selfDestruct &&
      frame.openResult().selfdestruct.has(bytesToHex(event.address.bytes))
    const around = { code, returnData: frame.returnData, common, isDestroyed }
    this.#last = instructionOf(event, around)
    this.#hooks.step?.(this.#last.step)
  }

  failed(error: string): void {
    const fault = this.#last && faultOf(this.#last, error, this.#machine.common)
    if (fault !== undefined) this.#hooks.fault?.(fault)
  }
}
