import { type EVM, EVMError, type InterpreterStep } from '@ethereumjs/evm'
import { Account, Address } from '@ethereumjs/util'
import type { AddressId } from '../../wasm/interpreter/addressIds.ts'
import type { Core } from '../../wasm/interpreter/core.ts'
import { stackAt, stackLimit, wordBytes } from '../../wasm/interpreter/layout.ts'
import {
  type Environment,
  insideOf,
  lendStackAndMemory,
  type OpcodeEntry,
  type StockInterpreter,
  setStackLength,
} from '../privateMembers.ts'
import type { Frame } from './frame.ts'
import type { OpcodeHost } from './opcodeHost.ts'

/** The memory of a frame as EthereumJS's opcodes want it, which pay for it before they use it. */
class HostMemory {
  readonly #core: Core
  readonly #start: number
  readonly #grow: () => void

  /** `grow` makes the memory as large as has been paid for. */
  constructor(core: Core, start: number, grow: () => void) {
    this.#core = core
    this.#start = start
    this.#grow = grow
  }

  /** The memory in use, for listeners to steps. */
  get _store(): Uint8Array {
    return this.#core.bytes().subarray(this.#start)
  }

  extend(): void {
    this.#grow()
  }

  write(offset: number, size: number, value: Uint8Array): void {
    if (size === 0) return
    this.#grow()
    this.#core.bytes().set(value, this.#start + offset)
  }

  /** Always a copy: the memory of a call that is made with it may move this one. */
  read(offset: number, size: number): Uint8Array {
    if (size === 0) return new Uint8Array()
    this.#grow()
    return this.#core.bytes().slice(this.#start + offset, this.#start + offset + size)
  }
}

/** The stack of a frame as EthereumJS's opcodes want it. */
class HostStack {
  readonly #core: Core
  readonly #start: number
  /** Items. */
  length: number

  constructor(core: Core, frame: number, length = 0) {
    this.#core = core
    this.#start = frame + stackAt
    this.length = length
  }

  push(value: bigint): void {
    if (this.length >= stackLimit) throw new EVMError(EVMError.errorMessages.STACK_OVERFLOW)
    this.#core.writeWord(this.#start + this.length * wordBytes, value)
    this.length++
  }

  pop(): bigint {
    this.#require(1)
    this.length--
    return this.#core.readWord(this.#start + this.length * wordBytes)
  }

  /** The topmost comes first. */
  popN(count = 1): bigint[] {
    const items = this.peek(count)
    this.length -= count
    return items
  }

  peek(count = 1): bigint[] {
    this.#require(count)
    const top = this.#start + (this.length - 1) * wordBytes
    return Array.from({ length: count }, (_, index) => this.#core.readWord(top - index * wordBytes))
  }

  /** Items of DUPN, SWAPN and EXCHANGE (EIP-8024): the first counted from 1 at the top, the others from 0. */
  dup(position: number): void {
    this.#require(position)
    this.push(this.#core.readWord(this.#at(position - 1)))
  }

  swap(depth: number): void {
    this.exchange(0, depth)
  }

  exchange(depth: number, other: number): void {
    this.#require(Math.max(depth, other) + 1)
    const word = this.#core.readWord(this.#at(depth))
    this.#core.writeWord(this.#at(depth), this.#core.readWord(this.#at(other)))
    this.#core.writeWord(this.#at(other), word)
  }

  #at(depth: number): number {
    return this.#start + (this.length - 1 - depth) * wordBytes
  }

  /** All items, the topmost last: for who listens to steps. */
  getStack(): bigint[] {
    return this.peek(this.length).reverse()
  }

  #require(count: number): void {
    if (this.length < count) throw new EVMError(EVMError.errorMessages.STACK_UNDERFLOW)
  }
}

/** Calls and creations, which begin frames: CREATE, CALL, CALLCODE, DELEGATECALL, CREATE2, STATICCALL. */
const beginning: ReadonlySet<number> = new Set([0xf0, 0xf1, 0xf2, 0xf4, 0xf5, 0xfa])

const selfDestruct = 0xff

/** Lets EthereumJS do the opcode at hand. Gives what it throws to end the frame, STOP too. */
export async function stockStep(host: OpcodeHost, frame: Frame): Promise<EVMError | undefined> {
  const { core, evm, hostState } = host
  const { opcode } = frame
  hostState.mark()
  hostState.forget()
  host.giveStateGas()
  const interpreter = await interpreterOf(host, frame)
  const isBeginning = beginning.has(opcode)
  const isDestruction = opcode === selfDestruct && frame.height > 0
  const beneficiary = isDestruction ? core.addressIdAt(frame.item(0)) : undefined
  const number = core.exports.currentCall()
  const mark = isBeginning ? core.exports.openCall() : 0
  const failure = await failureOf(async () => {
    await interpreter.runStep(insideOf(evm)._opcodeMap[opcode] as OpcodeEntry)
    settle(frame, interpreter)
  })
  if (beneficiary !== undefined && failure?.error === EVMError.errorMessages.STOP)
    host.called?.set(beneficiary.packed, beneficiary.bytes)
  hostState.forget()
  takeBack(frame, interpreter, failure !== undefined)
  host.takeStateGas()
  if (isBeginning) {
    const hasSucceeded = failure === undefined && core.readNumber(frame.item(0)) !== 0
    if (hasSucceeded) core.exports.closeCall(number)
    else core.exports.revertCall(mark, number)
  }
  return failure
}

/**
 * The current opcode as EthereumJS would report it, for one that ends its frame in failure: what it costs
 * is paid nowhere, but may be noted.
 */
export async function readStep(host: OpcodeHost, frame: Frame): Promise<InterpreterStep> {
  const { common, stateManager } = host.evm
  const { _env: env, _runState: runState } = await interpreterOf(host, frame)
  const { opcodeInfo, gasHandler } = insideOf(host.evm)._opcodeMap[frame.opcode] as OpcodeEntry
  const fee = BigInt(opcodeInfo.fee)
  const priced = async () => (await gasHandler?.(runState, fee, common)) ?? fee
  // Calls are not: EthereumJS gives up on one that cannot be paid, and what it accesses may be warm by now.
  const isPriced = opcodeInfo.dynamicGas && !beginning.has(frame.opcode)
  const dynamicFee = isPriced ? await priced().catch(unpriced(fee)) : fee
  const { code, fullName: name, isAsync } = opcodeInfo
  return {
    pc: frame.pc,
    gasLeft: BigInt(frame.gas),
    gasRefund: runState.gasRefund,
    opcode: { name, fee: opcodeInfo.fee, dynamicFee, isAsync, code },
    stack: new HostStack(frame.core, frame.at, frame.height).getStack(),
    depth: env.depth,
    address: env.address,
    account: env.contract,
    memory: frame.readMemory(0, frame.memorySize),
    memoryWordCount: BigInt(frame.memorySize / wordBytes),
    codeAddress: env.codeAddress,
    stateManager,
  }
}

/** What an opcode is said to cost whose operands or gas keep EthereumJS from saying it. */
function unpriced(fee: bigint): (error: unknown) => bigint {
  return (error) => {
    if (error instanceof EVMError) return fee
    throw error
  }
}

async function failureOf(run: () => Promise<void>): Promise<EVMError | undefined> {
  try {
    await run()
  } catch (error) {
    if (error instanceof EVMError) return error
    throw error
  }
  return undefined
}

/** EthereumJS's interpreter at the opcode at hand. */
async function interpreterOf(host: OpcodeHost, frame: Frame): Promise<StockInterpreter> {
  const { evm } = host
  const interpreter = frame.interpreter ?? createInterpreter(host, frame)
  frame.interpreter = interpreter
  const { address } = interpreter._env
  interpreter._env.contract = (await evm.stateManager.getAccount(address)) ?? new Account()
  const runState = interpreter._runState
  runState.programCounter = frame.pc
  runState.opCode = frame.opcode
  runState.gasLeft = BigInt(frame.gas)
  runState.gasRefund = BigInt(frame.refund)
  runState.stateGasSpilled = BigInt(frame.stateSpent)
  runState.returnBytes = frame.returnData
  runState.memoryWordCount = BigInt(frame.memorySize / wordBytes)
  runState.highestMemCost = memoryGas(runState.memoryWordCount)
  setStackLength(runState, frame.height)
  return interpreter
}

/** Lets the frame go on from where EthereumJS has come to. */
function takeBack(frame: Frame, interpreter: StockInterpreter, hasFailed: boolean): void {
  const { gasLeft, gasRefund, programCounter, returnBytes, stack, stateGasSpilled } =
    interpreter._runState
  frame.gas = Number(gasLeft)
  frame.refund = Number(gasRefund)
  frame.stateSpent = Number(stateGasSpilled)
  if (hasFailed) return
  frame.pc = programCounter
  frame.height = stack.length
  frame.setReturnData(returnBytes)
}

/** EthereumJS's side of a frame: it sees the frame's stack and memory as its own. */
export function createInterpreter({ evm, stockClass }: OpcodeHost, frame: Frame): StockInterpreter {
  const { stateManager, blockchain, journal } = evm
  const environment = environmentOf(evm, frame)
  const gas = BigInt(frame.context.gas)
  const interpreter = new stockClass(evm, stateManager, blockchain, environment, gas, journal)
  const memory = new HostMemory(frame.core, frame.memory, () => settle(frame, interpreter))
  lendStackAndMemory(interpreter, new HostStack(frame.core, frame.at), memory)
  interpreter._result = frame.openResult()
  return interpreter
}

/** Makes the memory as large as EthereumJS has paid for. */
export function settle(frame: Frame, interpreter: StockInterpreter): void {
  const size = Number(interpreter._runState.memoryWordCount) * wordBytes
  if (!frame.resize(size)) throw new EVMError(EVMError.errorMessages.OUT_OF_GAS)
}

/** What EthereumJS's opcodes see of the frame. */
function environmentOf(evm: EVM, frame: Frame): Environment {
  const { context } = frame
  const { _block: block, _tx: transaction } = insideOf(evm)
  const { createdAddresses } = frame.openResult()
  return {
    address: addressOf(context.account),
    caller: addressOf(context.caller),
    callData: frame.callData(),
    callValue: context.value,
    code: context.code,
    isStatic: context.isStatic,
    isCreate: context.isCreation,
    depth: context.depth,
    gasPrice: transaction.gasPrice,
    origin: transaction.origin ?? addressOf(context.caller),
    block,
    // Read again before each opcode.
    contract: new Account(),
    codeAddress: addressOf(context.codeAddress),
    gasRefund: BigInt(context.refund),
    blobVersionedHashes: context.blobVersionedHashes,
    ...(createdAddresses && { createdAddresses }),
  }
}

function addressOf({ bytes }: AddressId): Address {
  return new Address(bytes)
}

/** Returns the gas of a number of words of memory (yellow paper, C_mem). */
function memoryGas(words: bigint): bigint {
  return 3n * words + (words * words) / 512n
}
