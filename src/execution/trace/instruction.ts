import type { Common } from '@ethereumjs/common'
import type { InterpreterStep } from '@ethereumjs/evm'
import { opcodeOf } from '../../ethereumjs/opcodes.ts'
import { memoryOf, type RunState } from '../../ethereumjs/privateMembers.ts'
import { fixedGas, gasCost } from './gasCost.ts'
import type { Fault, Step } from './tracer.ts'

/** What an instruction runs in. */
interface Surroundings {
  readonly code: Uint8Array
  readonly returnData: Uint8Array
  readonly common: Common
  /** Whether the account that runs has destroyed itself before, in this transaction. */
  readonly isDestroyed: boolean
}

/** An instruction that has begun, as EthereumJS and as geth tell of it. */
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

/** The STOP that stands after the last byte of all code; EthereumJS does not tell of it. */
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
