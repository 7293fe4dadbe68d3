import type { EVM, ExecResult, Message } from '@ethereumjs/evm'
import { EVMError } from '@ethereumjs/evm'
import { Account, createZeroAddress } from '@ethereumjs/util'
import { CodeStore } from './codeStore.ts'
import { Core } from './core.ts'
import {
  type Environment,
  insideOf,
  knowsRules,
  type RunOptions,
  type StockInterpreterClass,
  stockInterpreterClass,
} from './ethereumjs.ts'
import { Execution } from './execution.ts'
import { Frame } from './frame.ts'
import {
  baseFeeAt,
  chainIdAt,
  coinbaseAt,
  gasLimitAt,
  gasPriceAt,
  numberAt,
  originAt,
  randomnessAt,
  timestampAt,
} from './layout.ts'
import { writeOpcodeTable } from './opcodeTable.ts'

export interface FastInterpreterOptions {
  /** For code that runs long: gives a promise to wait for when others should have their turn. */
  readonly breath: () => Promise<void> | undefined
  /** Bytes of memory that a call can use. */
  readonly memoryLimit?: number | undefined
}

/** Larger code and more gas are left to EthereumJS: the core counts in 32 and 64 bits. */
const mostCodeBytes = 2 ** 20
const mostGas = 2n ** 60n

/**
 * Makes an EVM run code by WebAssembly. Calls, creations and what reads or writes accounts stay
 * EthereumJS's; so does everything where steps are listened to or rules are not known here.
 */
export async function installFastInterpreter(
  evm: EVM,
  options: FastInterpreterOptions,
): Promise<void> {
  if (!knowsRules(evm.common)) return
  const stockClass = await stockInterpreterClass(evm)
  const inside = insideOf(evm)
  const stock = inside.runInterpreter.bind(evm)
  let fast: FastInterpreter | undefined
  inside.runInterpreter = (message, runOptions = {}) => {
    if (!isFast(evm, message, runOptions)) return stock(message, runOptions)
    fast ??= new FastInterpreter(evm, stockClass, options)
    return fast.run(message, runOptions)
  }
}

function isFast(evm: EVM, { code, gasLimit }: Message, { pc = 0 }: RunOptions): boolean {
  return (
    evm.events.listenerCount('step') === 0 &&
    pc === 0 &&
    code instanceof Uint8Array &&
    code.length <= mostCodeBytes &&
    gasLimit < mostGas
  )
}

/** Runs the code of messages, each in a frame above that of who sent it. */
class FastInterpreter {
  readonly #evm: EVM
  readonly #stockClass: StockInterpreterClass
  readonly #options: FastInterpreterOptions
  readonly #core: Core
  readonly #codes: CodeStore
  /** The innermost one. */
  #running: Execution | undefined

  constructor(evm: EVM, stockClass: StockInterpreterClass, options: FastInterpreterOptions) {
    this.#evm = evm
    this.#stockClass = stockClass
    this.#options = options
    this.#core = new Core({ copyReturnData: (...range) => this.#copyReturnData(...range) })
    this.#codes = new CodeStore(this.#core)
    if (options.memoryLimit !== undefined) this.#core.exports.setMemoryLimit(options.memoryLimit)
    writeOpcodeTable(this.#core, evm.common, insideOf(evm)._opcodeMap)
  }

  /** What EthereumJS's `runInterpreter` gives. */
  async run(message: Message, { initialLogs }: RunOptions): Promise<ExecResult> {
    const environment = await this.#environmentOf(message, initialLogs)
    const caller = this.#running
    const execution = this.#start(environment, message)
    this.#running = execution
    try {
      return resultOf(message, execution, await execution.run())
    } finally {
      this.#running = caller
    }
  }

  #start(environment: Environment, message: Message): Execution {
    const caller = this.#running
    if (caller === undefined) {
      this.#codes.makeRoom()
      this.#writeTransaction(environment)
    }
    caller?.settle()
    const { code, isCreate } = environment
    const placed = isCreate ? undefined : this.#codes.place(code)
    const frame = new Frame(this.#core, caller?.frame.end ?? this.#codes.end, environment, placed)
    const { stateManager, blockchain, journal } = this.#evm
    const interpreter = new this.#stockClass(
      this.#evm,
      stateManager,
      blockchain,
      environment,
      message.gasLimit,
      journal,
    )
    if (message.selfdestruct !== undefined) interpreter._result.selfdestruct = message.selfdestruct
    if (message.createdAddresses !== undefined) {
      interpreter._result.createdAddresses = message.createdAddresses
    }
    const opcodes = insideOf(this.#evm)._opcodeMap
    return new Execution(frame, interpreter, opcodes, this.#options.breath)
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
  #writeTransaction({ origin, gasPrice, block: { header } }: Environment): void {
    const core = this.#core
    const { common } = this.#evm
    const start = core.exports.environmentStart()
    core.writeWordBytes(start + originAt, origin.bytes)
    core.writeWord(start + gasPriceAt, gasPrice)
    core.writeWordBytes(start + coinbaseAt, header.coinbase.toBytes())
    core.writeWord(start + timestampAt, header.timestamp)
    core.writeWord(start + numberAt, header.number)
    if (common.isActivatedEIP(4399)) core.writeWordBytes(start + randomnessAt, header.prevRandao)
    else core.writeWord(start + randomnessAt, header.difficulty)
    core.writeWord(start + gasLimitAt, header.gasLimit)
    core.writeWord(start + chainIdAt, common.chainId())
    core.writeWord(start + baseFeeAt, header.baseFeePerGas ?? 0n)
  }

  #copyReturnData(to: number, offset: number, length: number): void {
    const { returnBytes } = (this.#running as Execution).interpreter._runState
    this.#core.bytes().set(returnBytes.subarray(offset, offset + length), to)
  }
}

const { errorMessages } = EVMError

/** As EthereumJS's `runInterpreter` makes it. */
function resultOf(
  { gasLimit }: Message,
  { interpreter }: Execution,
  exceptionError: EVMError | undefined,
): ExecResult {
  const { _runState: runState, _env: environment } = interpreter
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
