import { EVMError } from '@ethereumjs/evm'
import type { AccountName } from './accountNames.ts'
import type { Execution } from './execution.ts'
import { Frame, type FrameContext, none, type OpenCall } from './frame.ts'
import { type Failure, isContainer, pay } from './hostOpcodes.ts'

const { OUT_OF_GAS, STACK_UNDERFLOW } = EVMError.errorMessages

const call = 0xf1
const callCode = 0xf2
const delegateCall = 0xf4
const staticCall = 0xfa

/** Calls within calls (yellow paper, 9.4.2). */
const mostDepth = 1024

export function isCall(opcode: number): boolean {
  return opcode === call || opcode === callCode || opcode === delegateCall || opcode === staticCall
}

/**
 * Begins a call of a contract that sends nothing, with the rules since Berlin. Gives its frame, why the
 * caller's ends instead, nothing when it is done already, or 'stock' where it is left to EthereumJS.
 */
export function beginCall(
  execution: Execution,
  caller: Frame,
  opcode: number,
): Frame | Failure | 'stock' | undefined {
  const { core, world } = execution
  const canSend = opcode === call || opcode === callCode
  const takes = canSend ? 7 : 6
  if (caller.height < takes) return STACK_UNDERFLOW
  if (canSend && core.readNumber(caller.item(2)) !== 0) return 'stock'
  const target = core.nameAt(caller.item(1))
  if (world.noteOf(target).isPrecompile) return 'stock'
  const named = world.codeOf(target)
  if (named.length === 0 || isContainer(named)) return 'stock'
  const delegate = execution.delegateOf(named)
  if (delegate === 'unknown') return 'stock'
  const input = takes - 4
  const inputOffset = core.readNumber(caller.item(input))
  const inputSize = core.readNumber(caller.item(input + 1))
  const outputOffset = core.readNumber(caller.item(input + 2))
  const outputSize = core.readNumber(caller.item(input + 3))
  const delegateGas = delegate === undefined ? 0 : execution.access(delegate)
  const isPaid =
    pay(caller, execution.prices.call + execution.access(target) + delegateGas) &&
    caller.payMemory(inputOffset, inputSize) &&
    caller.payMemory(outputOffset, outputSize)
  if (!isPaid) return OUT_OF_GAS
  const left = caller.gas
  const gas = Math.min(core.readNumber(caller.item(0)), left - Math.floor(left / 64))
  caller.height -= takes
  caller.pc += 1
  caller.setReturnData(none)
  if (caller.context.depth >= mostDepth) return finish(execution, caller, 0)
  const code = delegate === undefined ? named : world.codeOf(delegate)
  world.begin()
  touch(execution, caller, target, opcode)
  if (code.length === 0) {
    world.commit()
    return finish(execution, caller, 1)
  }
  const context = contextOf(caller, target, opcode, code, gas, caller.refund)
  const callData = { at: caller.memory + (inputSize === 0 ? 0 : inputOffset), size: inputSize }
  const frame = new Frame(core, caller.end, context, callData, core.codes.place(code))
  const number = core.exports.currentCall()
  const mark = core.exports.openCall()
  frame.call = { caller, mark, number, outputOffset, outputSize }
  return frame
}

/** How a call has ended. */
interface CallEnd {
  readonly hasSucceeded: boolean
  readonly gasLeft: number
  /** What the frame's RETURN or REVERT names. */
  readonly output: Uint8Array
}

/** Ends a call: gives the frame that made it, ready to go on. */
export function endCall(
  execution: Execution,
  frame: Frame,
  { hasSucceeded, gasLeft, output }: CallEnd,
): Frame {
  const { core, world } = execution
  const { caller, mark, number, outputOffset, outputSize } = frame.call as OpenCall
  caller.gas -= frame.context.gas - gasLeft
  if (hasSucceeded) {
    core.exports.closeCall(number)
    world.commit()
    caller.refund = frame.refund
    caller.takeResult(frame)
  } else {
    if (frame.hasLogs) execution.hasLostLogs = true
    core.exports.revertCall(mark, number)
    world.revert()
  }
  caller.setReturnData(output)
  const size = Math.min(output.length, outputSize)
  if (size > 0) frame.copyOutput(caller.memory + outputOffset, size)
  finish(execution, caller, hasSucceeded ? 1 : 0)
  return caller
}

/** As whom the code runs. */
function contextOf(
  { context }: Frame,
  target: AccountName,
  opcode: number,
  code: Uint8Array,
  gas: number,
  refund: number,
): FrameContext {
  const isDelegated = opcode === delegateCall
  return {
    account: opcode === call || opcode === staticCall ? target : context.account,
    caller: isDelegated ? context.caller : context.account,
    value: isDelegated ? context.value : 0n,
    code,
    codeAddress: target,
    isCreation: false,
    isStatic: context.isStatic || opcode === staticCall,
    depth: context.depth + 1,
    gas,
    refund,
    blobVersionedHashes: context.blobVersionedHashes,
  }
}

/** What is sent is nothing, but who sends and who gets it are touched (EIP-161). */
function touch(
  { world }: Execution,
  { context }: Frame,
  target: AccountName,
  opcode: number,
): void {
  if (opcode === delegateCall) return
  world.touch(context.account)
  if (opcode !== callCode) world.touch(target)
}

/** Puts what a call gives onto the stack. */
function finish({ core }: Execution, caller: Frame, result: 0 | 1): undefined {
  caller.height += 1
  core.writeNumber(caller.item(0), result)
}
