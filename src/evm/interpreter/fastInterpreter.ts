import { type EVM, EVMError, type ExecResult, type Message } from '@ethereumjs/evm'
import { Account, createZeroAddress } from '@ethereumjs/util'
import type { MutableState } from '../../types/state.ts'
import type { Breath } from '../breather.ts'
import type { Core } from './core.ts'
import { giveBack, takeCore } from './corePool.ts'
import {
  type Environment,
  insideOf,
  knowsRules,
  type RunOptions,
  type StockInterpreter,
  type StockInterpreterClass,
  stockInterpreterClass,
} from './ethereumjs.ts'
import { Execution } from './execution.ts'
import { Frame } from './frame.ts'
import { wordBytes } from './layout.ts'
import { Rules } from './rules.ts'
import { createInterpreter, settle } from './stockStep.ts'
import { World } from './world.ts'

export interface FastInterpreterOptions {
  /** What the EVM's state manager is. */
  readonly state: MutableState
  /** For code that runs long. */
  readonly breath: Breath
  /** Bytes of memory that a call can use. */
  readonly memoryLimit?: number | undefined
  /**
   * Most gas with which slots are kept here, where room is made for all that the gas can pay for.
   * With more they are EthereumJS's. @default 500,000,000
   */
  readonly mostGasOfSlots?: bigint | undefined
}

/** More gas is left to EthereumJS. */
const mostGas = 2n ** 50n

const defaultGasOfSlots = 500_000_000n

/** Beyond what the core can address. */
const noMemoryLimit = 2 ** 32

/**
 * Makes an EVM run code by WebAssembly. What is rare stays EthereumJS's, opcode by opcode; so does
 * everything where steps are listened to or rules are not known here. Who listens to messages by now
 * hears only of those that EthereumJS sends; where others listen, it sends them all.
 */
export async function installFastInterpreter(
  evm: EVM,
  options: FastInterpreterOptions,
): Promise<void> {
  if (!knowsRules(evm.common)) return
  const stockClass = await stockInterpreterClass(evm)
  const inside = insideOf(evm)
  const stock = inside.runInterpreter.bind(evm)
  const fast = new FastInterpreter(evm, stockClass, options)
  inside.runInterpreter = (message, runOptions = {}) =>
    isFast(evm, message, runOptions) ? fast.run(message, runOptions) : stock(message, runOptions)
}

function isFast(evm: EVM, { code, gasLimit }: Message, { pc = 0 }: RunOptions): boolean {
  return (
    evm.events.listenerCount('step') === 0 &&
    pc === 0 &&
    code instanceof Uint8Array &&
    gasLimit < mostGas
  )
}

/** Runs the code of messages, each in a frame above that of who sent it. */
class FastInterpreter {
  readonly #evm: EVM
  readonly #stockClass: StockInterpreterClass
  readonly #options: FastInterpreterOptions
  readonly #rules: Rules
  readonly #ownListeners: number
  /** What is running. */
  #execution: Execution | undefined

  constructor(evm: EVM, stockClass: StockInterpreterClass, options: FastInterpreterOptions) {
    this.#evm = evm
    this.#stockClass = stockClass
    this.#options = options
    this.#rules = new Rules(evm)
    this.#ownListeners = this.#listeners()
  }

  /** What EthereumJS's `runInterpreter` gives. */
  async run(message: Message, { initialLogs }: RunOptions): Promise<ExecResult> {
    const environment = await this.#environmentOf(message, initialLogs)
    const isOutermost = this.#execution === undefined
    const execution = this.#execution ?? this.#begin(environment, message)
    this.#execution = execution
    try {
      const frame = this.#createFrame(execution, environment, message)
      const failure = await execution.run(frame)
      if (isOutermost && failure === undefined) execution.world.takeSlots()
      return resultOf(message, frame, failure)
    } finally {
      if (isOutermost) this.#end(execution)
    }
  }

  #begin(environment: Environment, { gasLimit }: Message): Execution {
    const core = takeCore()
    const { exports } = core
    if (core.rules !== this.#rules) this.#rules.apply(core)
    core.rules = this.#rules
    const { hasWarmth, prices } = this.#rules
    const { mostGasOfSlots = defaultGasOfSlots } = this.#options
    const areSlotsHere = hasWarmth && gasLimit <= mostGasOfSlots
    exports.setStorageHere(areSlotsHere)
    exports.setMemoryLimit(this.#options.memoryLimit ?? noMemoryLimit)
    core.codes.makeRoom()
    core.names.makeRoom()
    this.#writeTransaction(core, environment)
    const execution = new Execution({
      evm: this.#evm,
      stockClass: this.#stockClass,
      core,
      world: new World(this.#evm, this.#options.state, core),
      prices,
      start: core.openSlots(areSlotsHere ? Number(gasLimit) : 0),
      makesCalls: areSlotsHere && this.#listeners() === this.#ownListeners,
      breath: this.#options.breath,
    })
    core.host = execution
    return execution
  }

  #end({ core }: Execution): void {
    this.#execution = undefined
    core.host = undefined
    giveBack(core)
  }

  #createFrame(execution: Execution, environment: Environment, message: Message): Frame {
    const { core, frame: caller } = execution
    if (caller?.interpreter !== undefined) settle(caller, caller.interpreter)
    const { address, code, isCreate } = environment
    const context = {
      account: core.names.of(address.bytes),
      caller: core.names.of(environment.caller.bytes),
      value: environment.callValue,
      code,
      codeAddress: core.names.of((environment.codeAddress ?? address).bytes),
      isStatic: environment.isStatic,
      depth: environment.depth,
      gas: Number(message.gasLimit),
      refund: Number(environment.gasRefund ?? 0n),
    }
    const placed = isCreate ? undefined : core.codes.place(code)
    const start = caller?.end ?? execution.start
    const frame = new Frame(core, start, context, environment.callData, placed)
    frame.interpreter = createInterpreter(this.#evm, this.#stockClass, frame, environment)
    const { _result: result } = frame.interpreter
    if (message.selfdestruct !== undefined) result.selfdestruct = message.selfdestruct
    if (message.createdAddresses !== undefined) result.createdAddresses = message.createdAddresses
    frame.result = result
    return frame
  }

  /** As EthereumJS's `runInterpreter` makes it. */
  async #environmentOf(
    message: Message,
    initialLogs: RunOptions['initialLogs'],
  ): Promise<Environment> {
    const { _block: block, _tx: transaction } = insideOf(this.#evm)
    const address = message.to ?? createZeroAddress()
    const caller = message.caller ?? createZeroAddress()
    const contract = (await this.#evm.stateManager.getAccount(address)) ?? new Account()
    return {
      address,
      caller,
      callData: message.data ?? Uint8Array.from([0]),
      callValue: message.value ?? 0n,
      code: message.code as Uint8Array,
      isStatic: message.isStatic ?? false,
      isCreate: (message as { isCreate?: boolean }).isCreate ?? false,
      depth: message.depth ?? 0,
      gasPrice: transaction.gasPrice,
      origin: transaction.origin ?? caller,
      block,
      contract,
      codeAddress: message.codeAddress,
      gasRefund: message.gasRefund,
      blobVersionedHashes: message.blobVersionedHashes ?? [],
      ...(message.createdAddresses && { createdAddresses: message.createdAddresses }),
      ...(initialLogs && { initialLogs }),
    }
  }

  /** What does not change while a transaction runs. */
  #writeTransaction(core: Core, { origin, gasPrice, block: { header } }: Environment): void {
    const { common } = this.#evm
    const start = core.exports.environmentStart()
    /** Each word stands where the lowest five bits of its opcode say. */
    const at = (opcode: number) => start + (opcode & 0x1f) * wordBytes
    core.writeWordBytes(at(0x32), origin.bytes)
    core.writeWord(at(0x3a), gasPrice)
    core.writeWordBytes(at(0x41), header.coinbase.toBytes())
    core.writeWord(at(0x42), header.timestamp)
    core.writeWord(at(0x43), header.number)
    if (common.isActivatedEIP(4399)) core.writeWordBytes(at(0x44), header.prevRandao)
    else core.writeWord(at(0x44), header.difficulty)
    core.writeWord(at(0x45), header.gasLimit)
    core.writeWord(at(0x46), common.chainId())
    core.writeWord(at(0x48), header.baseFeePerGas ?? 0n)
  }

  #listeners(): number {
    const { events } = this.#evm
    return events.listenerCount('beforeMessage') + events.listenerCount('afterMessage')
  }
}

const { errorMessages } = EVMError

/** As EthereumJS's `runInterpreter` makes it. */
function resultOf(
  { gasLimit }: Message,
  frame: Frame,
  exceptionError: EVMError | undefined,
): ExecResult {
  const interpreter = frame.interpreter as StockInterpreter
  const { _runState: runState, _env: environment } = interpreter
  runState.programCounter = frame.pc
  runState.opCode = frame.opcode
  runState.gasLeft = BigInt(frame.gas)
  runState.gasRefund = BigInt(frame.refund)
  // The stack's items are no longer there, but its height tells why a frame has failed.
  ;(runState.stack as { length: number }).length = frame.height
  const isHalted = exceptionError !== undefined && exceptionError.error !== errorMessages.REVERT
  const result =
    exceptionError === undefined
      ? interpreter._result
      : {
          ...interpreter._result,
          logs: [],
          selfdestruct: new Map(),
          createdAddresses: new Set<`0x${string}`>(),
        }
  return {
    ...result,
    runState: { ...runState, ...result, ...environment },
    ...(exceptionError && { exceptionError }),
    gas: runState.gasLeft,
    executionGasUsed: isHalted ? gasLimit : gasLimit - runState.gasLeft,
    gasRefund: runState.gasRefund,
    returnValue: result.returnValue ?? new Uint8Array(),
  }
}
