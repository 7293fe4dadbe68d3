import type { Log } from '@ethereumjs/evm'
import type { AddressId } from '../../wasm/interpreter/addressIds.ts'
import { loadCode, loadedBytes } from '../../wasm/interpreter/codeStore.ts'
import type { Core } from '../../wasm/interpreter/core.ts'
import {
  accountAt,
  addressAt,
  callDataAt,
  callDataSizeAt,
  callerAt,
  codeAt,
  codeSizeAt,
  frameBytes,
  gasAt,
  gasAtWriteAt,
  gasFloorAt,
  heightAt,
  isStaticAt,
  jumpsAt,
  memoryAt,
  memorySizeAt,
  outputAt,
  outputSizeAt,
  pcAt,
  refundAt,
  returnDataSizeAt,
  stackAt,
  stateSpentAt,
  valueAt,
  wordBytes,
} from '../../wasm/interpreter/layout.ts'
import type { LoadedCode } from '../../wasm/interpreter/loadedCode.ts'
import type { Environment, RunResult, StockInterpreter } from '../privateMembers.ts'

/** What a frame runs, and as whom. */
export interface FrameContext {
  readonly account: AddressId
  readonly caller: AddressId
  /** Wei. */
  readonly value: bigint
  readonly code: Uint8Array
  /** Whose code it is. */
  readonly codeAddress: AddressId
  readonly isCreation: boolean
  readonly isStatic: boolean
  /** 0 for the outermost. */
  readonly depth: number
  readonly gas: number
  /** Gas to be given back so far. */
  readonly refund: number
  /** The versioned hashes of the transaction's blobs. */
  readonly blobVersionedHashes: Environment['blobVersionedHashes']
}

/** What a call keeps for when it returns. */
export interface OpenCall {
  readonly caller: Frame
  /** The mark of the core's slots. */
  readonly mark: number
  readonly number: number
  /** Where in the caller's memory what is returned goes. */
  readonly outputOffset: number
  readonly outputSize: number
  /** Gas that the call gets for the value that it moves, which the caller does not need. */
  readonly stipend: number
  /** The state gas as it was before the call (EIP-8037); none where gas is of one kind. */
  readonly stateGas: StateGas | undefined
  /** State gas that the caller has paid for the account that the call makes. */
  readonly paidForAccount: number
}

/** State gas of a transaction (EIP-8037). */
export interface StateGas {
  /** What is set aside for it and not used. */
  readonly left: number
  readonly used: number
}

/** Where the call data are: bytes of the host's, or a part of the memory of who calls. */
export type CallData = Uint8Array | { readonly at: number; readonly size: number }

/** Gas between two checks of the clock: some tenths of a millisecond. */
export const gasPerClockCheck = 100_000

const noLogs: readonly Log[] = []

/** SSTORE fails with less, whatever it costs (EIP-2200). */
const leastGasToWrite = 2301

/** No bytes. */
export const none: Uint8Array = new Uint8Array()

/** The registers of a frame that begins, written at once. */
const registers = new Uint32Array(stackAt >> 2)
const registerBytes = new Uint8Array(registers.buffer)

/** 64 bits, signed, of at most 53. */
function setLong(field: number, value: number): void {
  registers[field >> 2] = value >>> 0
  registers[(field >> 2) + 1] = Math.floor(value / 2 ** 32)
}

/** A call at work, or a creation: its registers, stack and memory in the core's memory. */
export class Frame {
  readonly core: Core
  readonly context: FrameContext
  /** Where it starts. */
  readonly at: number
  /** Where its memory starts. */
  readonly memory: number
  readonly code: LoadedCode
  /** Undefined for what EthereumJS has begun. */
  call: OpenCall | undefined
  /** Gas that it must have begun with for the calls that it has made to succeed. */
  #neededByCalls = 0
  /** What the last call returned. */
  returnData: Uint8Array = none
  /** EthereumJS's side of it, for what is left to that. */
  interpreter: StockInterpreter | undefined
  /** What it has done besides writing, where EthereumJS has a side of it. */
  result: RunResult | undefined
  /** Otherwise its logs, once there are some, and what it has returned at its end. */
  #logs: Log[] | undefined
  #returned: Uint8Array | undefined

  /** `loaded` is undefined for code that runs only once: it stands in the frame then. */
  constructor(
    core: Core,
    at: number,
    context: FrameContext,
    callData: CallData,
    loaded: LoadedCode | undefined,
  ) {
    const isPassed = !(callData instanceof Uint8Array)
    const callDataSize = isPassed ? callData.size : callData.length
    const callDataStart = isPassed ? callData.at : at + frameBytes
    const codeStart = isPassed ? at + frameBytes : align(callDataStart + callDataSize)
    const codeBytes = loaded === undefined ? loadedBytes(context.code.length) : 0
    this.core = core
    this.context = context
    this.at = at
    this.memory = codeStart + codeBytes
    if (this.memory > core.bytes().length && !core.exports.reserve(this.memory)) {
      throw new RangeError('no memory for another call')
    }
    if (!isPassed) core.bytes().set(callData, callDataStart)
    const code = loaded ?? loadCode(core, codeStart, context.code)
    this.code = code
    // What is not named is zero.
    registers[memoryAt >> 2] = this.memory
    registers[codeAt >> 2] = code.at
    registers[codeSizeAt >> 2] = code.size
    registers[jumpsAt >> 2] = code.jumps
    registers[callDataAt >> 2] = callDataStart
    registers[callDataSizeAt >> 2] = callDataSize
    registers[accountAt >> 2] = context.account.number
    registers[isStaticAt >> 2] = context.isStatic ? 1 : 0
    registers.set(context.account.parts, addressAt >> 2)
    registers.set(context.caller.parts, callerAt >> 2)
    setLong(gasAt, context.gas)
    setLong(refundAt, context.refund)
    setLong(gasFloorAt, context.gas - gasPerClockCheck)
    core.bytes().set(registerBytes, at)
    if (context.value !== 0n) core.writeWord(at + valueAt, context.value)
  }

  /** Notes a call that needed so much gas, made when the frame had `left`. */
  called(left: number, needed: number): void {
    // The least of which all but one 64th is so much (EIP-150).
    const least = needed + Math.floor(Math.max(needed - 1, 0) / 63)
    const total = this.context.gas - left + least
    if (total > this.#neededByCalls) this.#neededByCalls = total
  }

  /** The gas that a frame which has used so much must have begun with, at most a little more. */
  needed(used: number): number {
    const gasAtWrite = this.#readLong(gasAtWriteAt)
    const forWrite = gasAtWrite === 0 ? 0 : this.context.gas - gasAtWrite + leastGasToWrite
    return Math.max(used, this.#neededByCalls, forWrite)
  }

  /** Runs on, and gives the exit. */
  run(): number {
    return this.code.run(this.at)
  }

  /** Lets it run for a while before it comes back for a check of the clock. */
  setGasFloor(): void {
    this.#writeLong(gasFloorAt, this.gas - gasPerClockCheck)
  }

  /** Notes gas that was not used by the code itself: it brings the next check no nearer, as the host counts it. */
  hasRunElsewhere(gas: number): void {
    this.#writeLong(gasFloorAt, this.#readLong(gasFloorAt) - gas)
  }

  get gas(): number {
    return this.#readLong(gasAt)
  }

  set gas(gas: number) {
    this.#writeLong(gasAt, gas)
  }

  get refund(): number {
    return this.#readLong(refundAt)
  }

  set refund(refund: number) {
    this.#writeLong(refundAt, refund)
  }

  /** State gas that the frame has paid from its own gas. */
  get stateSpent(): number {
    return this.#readLong(stateSpentAt)
  }

  set stateSpent(gas: number) {
    this.#writeLong(stateSpentAt, gas)
  }

  get pc(): number {
    return this.#read(pcAt)
  }

  set pc(pc: number) {
    this.#write(pcAt, pc)
  }

  /** The end of the code is a STOP. */
  get opcode(): number {
    return this.context.code[this.pc] ?? 0
  }

  /** The outcome of a frame, read at once. */
  registers(): Pick<Frame, 'gas' | 'refund' | 'stateSpent' | 'pc' | 'height'> {
    const view = this.core.view()
    const { at } = this
    return {
      gas: longAt(view, at + gasAt),
      refund: longAt(view, at + refundAt),
      stateSpent: longAt(view, at + stateSpentAt),
      pc: view.getUint32(at + pcAt, true),
      height: view.getUint32(at + heightAt, true),
    }
  }

  /** Items on the stack. */
  get height(): number {
    return this.#read(heightAt)
  }

  set height(height: number) {
    this.#write(heightAt, height)
  }

  /** Where the nth item of the stack stands, counted from 0 at the top. */
  item(nth: number): number {
    return this.at + stackAt + (this.height - 1 - nth) * wordBytes
  }

  /** Bytes of memory in use. */
  get memorySize(): number {
    return this.#read(memorySizeAt)
  }

  /** Where another frame can start. */
  get end(): number {
    return align(this.memory + this.memorySize)
  }

  /** Makes the memory as large as has been paid for. Says whether there is so much. */
  resize(size: number): boolean {
    return this.core.exports.resize(this.at, size)
  }

  addLog(log: Log): void {
    if (this.result !== undefined) this.result.logs.push(log)
    else if (this.#logs !== undefined) this.#logs.push(log)
    else this.#logs = [log]
  }

  get logs(): readonly Log[] {
    return this.result?.logs ?? this.#logs ?? noLogs
  }

  get returned(): Uint8Array {
    return this.result?.returnValue ?? this.#returned ?? none
  }

  set returned(output: Uint8Array) {
    if (this.result === undefined) this.#returned = output
    else this.result.returnValue = output
  }

  /** What it has done, for EthereumJS. Self-destructions and creations are those of its callers too. */
  openResult(): RunResult {
    const { selfdestruct, createdAddresses } = this.call?.caller.openResult() ?? {}
    this.result ??= {
      logs: this.#logs ?? [],
      selfdestruct: new Map(selfdestruct),
      createdAddresses: new Set(createdAddresses),
      ...(this.#returned && { returnValue: this.#returned }),
    }
    return this.result
  }

  /** Takes over what a call has done. */
  takeResult(called: Frame): void {
    for (const log of called.logs) this.addLog(log)
    if (called.result === undefined) return
    const { selfdestruct, createdAddresses = new Set() } = called.result
    const own = this.openResult()
    for (const [address, beneficiary] of selfdestruct) own.selfdestruct.set(address, beneficiary)
    for (const address of createdAddresses) own.createdAddresses?.add(address)
  }

  setReturnData(returnData: Uint8Array): void {
    this.returnData = returnData
    this.#write(returnDataSizeAt, returnData.length)
  }

  callData(): Uint8Array {
    const start = this.#read(callDataAt)
    return this.core.bytes().slice(start, start + this.#read(callDataSizeAt))
  }

  /** Makes the memory reach what is about to be used, and pays for it. Says whether there was gas for it. */
  payMemory(offset: number, size: number): boolean {
    if (size === 0 || offset + size <= this.memorySize) return true
    return this.core.exports.payMemory(this.at, offset, size)
  }

  /** Copies the first bytes of what RETURN and REVERT name to elsewhere in the core's memory. */
  copyOutput(to: number, size: number): void {
    const start = this.memory + this.#read(outputAt)
    this.core.bytes().copyWithin(to, start, start + size)
  }

  /** What RETURN and REVERT name, as a copy. */
  output(): Uint8Array {
    const size = this.#read(outputSizeAt)
    return size === 0 ? none : this.readMemory(this.#read(outputAt), size)
  }

  /** A copy of memory that is there. */
  readMemory(offset: number, size: number): Uint8Array {
    const start = this.memory + offset
    return this.core.bytes().slice(start, start + size)
  }

  #read(field: number): number {
    return this.core.view().getUint32(this.at + field, true)
  }

  #write(field: number, value: number): void {
    this.core.view().setUint32(this.at + field, value, true)
  }

  #readLong(field: number): number {
    return longAt(this.core.view(), this.at + field)
  }

  #writeLong(field: number, value: number): void {
    const view = this.core.view()
    const at = this.at + field
    view.setInt32(at + 4, Math.floor(value / 2 ** 32), true)
    view.setUint32(at, value >>> 0, true)
  }
}

/** 64 bits, signed, of at most 53. */
function longAt(view: DataView, at: number): number {
  return view.getInt32(at + 4, true) * 2 ** 32 + view.getUint32(at, true)
}

function align(at: number): number {
  return Math.ceil(at / 64) * 64
}
