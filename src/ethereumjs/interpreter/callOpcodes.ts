import { EVMError, type ExecResult, type Log, type PrecompileFunc } from '@ethereumjs/evm'
import { bytesToHex } from '../../lib/hex.ts'
import type { AddressId } from '../../wasm/interpreter/addressIds.ts'
import { frameError } from '../haltReason.ts'
import { consoleAddress } from '../knownAddress.ts'
import { Frame, type FrameContext, none, type OpenCall, type StateGas } from './frame.ts'
import { type Failure, isContainer, pay } from './hostOpcodes.ts'
import type { OpcodeHost } from './opcodeHost.ts'
import { transferLog } from './transferLog.ts'

/** What a precompile is called with, and where in the caller's memory what it gives goes. */
interface PrecompileCall {
  readonly data: Uint8Array
  readonly gas: number
  readonly outputOffset: number
  readonly outputSize: number
  /** State gas paid for the account that it makes. */
  readonly paidForAccount: number
  /** The log of what it moves. */
  readonly log: Log | undefined
}

/** Makes a call of a precompile that has begun, and ends it. Gives whether it has succeeded. */
function callPrecompile(
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
  { outputOffset, outputSize, paidForAccount, log }: PrecompileCall,
  result: ExecResult,
): 0 | 1 {
  const { executionGasUsed, exceptionError, returnValue } = result
  const { core, hostState } = host
  const hasSucceeded = exceptionError === undefined
  const gasUsed = Number(executionGasUsed)
  const { gas: left } = caller
  caller.called(left, gasUsed)
  caller.gas = left - gasUsed
  caller.hasRunElsewhere(gasUsed)
  // It takes as long as it costs.
  host.gasSinceYield += gasUsed
  if (hasSucceeded) {
    hostState.keep()
    if (log !== undefined) caller.addLog(log)
  } else {
    hostState.undo()
    if (paidForAccount > 0) core.exports.refillStateGas(caller.at, paidForAccount)
  }
  caller.setReturnData(hasSucceeded ? returnValue : none)
  const error = host.watcher && frameError(result, true)
  host.watcher?.exits({ output: caller.returnData, gasUsed, error })
  const output = caller.returnData.subarray(0, outputSize)
  if (output.length > 0) core.bytes().set(output, caller.memory + outputOffset)
  return hasSucceeded ? 1 : 0
}

const { OUT_OF_GAS, STACK_UNDERFLOW, STATIC_STATE_CHANGE } = EVMError.errorMessages

const call = 0xf1
const callCode = 0xf2
const delegateCall = 0xf4
const staticCall = 0xfa

/** Calls within calls (yellow paper, 9.4.2). */
export const maxDepth = 1024

const maxBalance = 2n ** 256n - 1n

const consoleDigits = bytesToHex(consoleAddress).slice(2)

export function isCall(opcode: number): boolean {
  return opcode === call || opcode === callCode || opcode === delegateCall || opcode === staticCall
}

/**
 * Begins a call with the rules since Berlin. Gives its frame, why the caller's ends instead, nothing when
 * it is done already (a promise for a precompile that takes long), or 'stock' where it is left to EthereumJS.
 */
export function beginCall(
  host: OpcodeHost,
  caller: Frame,
  opcode: number,
): Frame | Failure | 'stock' | Promise<undefined> | undefined {
  const { core, hostState, prices } = host
  const canSend = opcode === call || opcode === callCode
  const takes = canSend ? 7 : 6
  if (caller.height < takes) return STACK_UNDERFLOW
  const sends = canSend && core.readNumber(caller.item(2)) !== 0
  if (sends && opcode === call && caller.context.isStatic) return STATIC_STATE_CHANGE
  const target = core.addressIdAt(caller.item(1))
  const named = hostState.codeOf(target)
  const { isPrecompile } = hostState.factsOf(target)
  if (isContainer(named) || (isPrecompile && named.length > 0)) return 'stock'
  const native = host.nativeCodeOf(target)
  // Others listen to what is printed, and the first call of a native contract leaves a marker.
  if (target.digits === consoleDigits || (native && named.length === 0)) return 'stock'
  const delegate = host.delegateOf(named)
  if (delegate === 'unknown') return 'stock'
  const value = sends ? core.readWord(caller.item(2)) : 0n
  const isOther = opcode === call || opcode === staticCall
  const receiver = isOther ? target : caller.context.account
  if (sends && hostState.balanceOf(receiver) + value > maxBalance) return 'stock'
  const input = takes - 4
  const inputOffset = core.readNumber(caller.item(input))
  const inputSize = core.readNumber(caller.item(input + 1))
  const outputOffset = core.readNumber(caller.item(input + 2))
  const outputSize = core.readNumber(caller.item(input + 3))
  const isCreated = sends && opcode === call && hostState.isEmpty(target)
  const isPaid =
    pay(caller, prices.call + host.access(target) + (sends ? prices.callValue : 0)) &&
    caller.payMemory(inputOffset, inputSize) &&
    caller.payMemory(outputOffset, outputSize)
  if (!isPaid) return OUT_OF_GAS
  // What is accessed is recorded once it is paid for (EIP-7928).
  hostState.record(target)
  if (delegate !== undefined) {
    if (!pay(caller, host.access(delegate))) return OUT_OF_GAS
    hostState.record(delegate)
  }
  const paidForAccount = isCreated ? prices.newAccountState : 0
  if (isCreated && !payForAccount(host, caller)) return OUT_OF_GAS
  const left = caller.gas
  const stipend = sends ? prices.callStipend : 0
  const gas = Math.min(core.readNumber(caller.item(0)), left - Math.floor(left / 64)) + stipend
  caller.gas = left + stipend
  caller.height -= takes
  caller.pc += 1
  caller.setReturnData(none)
  const isFunded = !sends || hostState.balanceOf(caller.context.account) >= value
  const { watcher } = host
  if (!isPrecompile) host.called?.set(target.packed, target.bytes)
  host.stepLog?.calls(caller, gas)
  if (caller.context.depth >= maxDepth || !isFunded) {
    watcher?.refuses(caller, gas)
    if (paidForAccount > 0) core.exports.refillStateGas(caller.at, paidForAccount)
    return finish(host, caller, 0)
  }
  watcher?.enters(caller, { opcode, target, inputOffset, inputSize, gas, value })
  const code = native ?? (delegate === undefined ? named : hostState.codeOf(delegate))
  hostState.begin()
  touch(host, caller, target, opcode)
  // Who has code is there.
  if (sends || named.length === 0) hostState.move(caller.context.account, receiver, value)
  const movement = host.logsTransfers && sends ? movementOf(caller, receiver, value) : undefined
  if (isPrecompile) {
    const data = inputSize === 0 ? none : caller.readMemory(inputOffset, inputSize)
    const called = { data, gas, outputOffset, outputSize, paidForAccount, log: movement }
    const result = callPrecompile(host, caller, target, called)
    return result instanceof Promise
      ? result.then((settled) => finish(host, caller, settled))
      : finish(host, caller, result)
  }
  if (code.length === 0) {
    hostState.keep()
    if (movement !== undefined) caller.addLog(movement)
    watcher?.exits({ output: none, gasUsed: 0, error: undefined })
    return finish(host, caller, 1)
  }
  const context = contextOf(caller, target, opcode, { receiver, code, gas, value })
  const callData = { at: caller.memory + (inputSize === 0 ? 0 : inputOffset), size: inputSize }
  const frame = new Frame(core, caller.end, context, callData, core.codes.load(code))
  const number = core.exports.currentCall()
  const mark = core.exports.openCall()
  const stateGas = host.stateGas()
  frame.call = {
    caller,
    mark,
    number,
    outputOffset,
    outputSize,
    stipend,
    stateGas,
    paidForAccount,
  }
  if (movement !== undefined) frame.addLog(movement)
  return frame
}

/** How a call has ended. */
interface CallEnd {
  readonly hasSucceeded: boolean
  readonly gasLeft: number
  /** what the frame's RETURN or REVERT names. */
  readonly output: Uint8Array
}

/** Ends a call: gives the frame that made it, ready to go on. */
export function endCall(
  host: OpcodeHost,
  frame: Frame,
  { hasSucceeded, gasLeft, output }: CallEnd,
): Frame {
  const { core, hostState } = host
  const open = frame.call as OpenCall
  const { caller, mark, number, outputOffset, outputSize, stipend, stateGas } = open
  const { gas } = caller
  const used = frame.context.gas - gasLeft
  caller.called(gas - stipend, frame.needed(used) - stipend)
  caller.gas = gas - used
  caller.hasRunElsewhere(used)
  if (hasSucceeded) {
    core.exports.closeCall(number)
    hostState.keep()
    caller.refund = frame.refund
    if (stateGas !== undefined) caller.stateSpent += frame.stateSpent
    caller.takeResult(frame)
  } else {
    if (frame.logs.length > 0) host.hasLostLogs = true
    core.exports.revertCall(mark, number)
    hostState.undo()
    if (stateGas !== undefined) giveBack(host, open, stateGas)
  }
  caller.setReturnData(output)
  const size = Math.min(output.length, outputSize)
  if (size > 0) frame.copyOutput(caller.memory + outputOffset, size)
  finish(host, caller, hasSucceeded ? 1 : 0)
  return caller
}

/** Gives back the state gas of a call that has failed, and what was paid for the account that it would have made. */
function giveBack(
  { core: { exports } }: OpcodeHost,
  { caller, paidForAccount }: OpenCall,
  { left, used }: StateGas,
): void {
  exports.setStateGas(left, used)
  if (paidForAccount > 0) exports.refillStateGas(caller.at, paidForAccount)
}

/** Pays for an account that a call makes. Says whether there was gas for it. */
function payForAccount({ core, prices }: OpcodeHost, caller: Frame): boolean {
  if (!pay(caller, prices.newAccount)) return false
  const { newAccountState } = prices
  return newAccountState === 0 || core.exports.payStateGas(caller.at, newAccountState)
}

/** Returns the log of ether that a call moves (EIP-7708); none where it stays. */
function movementOf({ context }: Frame, receiver: AddressId, value: bigint): Log | undefined {
  const { account } = context
  return account === receiver ? undefined : transferLog(account.bytes, receiver.bytes, value)
}

/** What is called. */
interface Called {
  /** The account as which it runs. */
  readonly receiver: AddressId
  readonly code: Uint8Array
  readonly gas: number
  /** Wei. */
  readonly value: bigint
}

/** Returns the context of the code that a call runs. */
function contextOf(
  { context, refund }: Frame,
  target: AddressId,
  opcode: number,
  { receiver, code, gas, value }: Called,
): FrameContext {
  const isDelegated = opcode === delegateCall
  // Not spread: that takes longer than all else of a call.
  return {
    account: receiver,
    caller: isDelegated ? context.caller : context.account,
    value: isDelegated ? context.value : value,
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

/** Touches the sender and the recipient of a value, also of zero (EIP-161). */
function touch(
  { hostState }: OpcodeHost,
  { context }: Frame,
  target: AddressId,
  opcode: number,
): void {
  if (opcode === delegateCall) return
  hostState.touch(context.account)
  if (opcode !== callCode) hostState.touch(target)
}

/** Puts what a call gives onto the stack. */
function finish({ core }: OpcodeHost, caller: Frame, result: 0 | 1): undefined {
  caller.height += 1
  core.writeNumber(caller.item(0), result)
}
