import type { EVM, EVMError, ExecResult, Message } from '@ethereumjs/evm'
import type { YieldIfDue } from '../../clock/pace.ts'
import type { MutableState } from '../../types/state.ts'
import { type Core, giveBack, takeCore } from '../../wasm/interpreter/core.ts'
import {
  insideOf,
  type RunOptions,
  type StockInterpreterClass,
  stockInterpreterClass,
} from '../privateMembers.ts'
import type { CodeCoverage } from './codeCoverage.ts'
import { Execution } from './execution.ts'
import type { Frame } from './frame.ts'
import { GasSchedule, type Prices } from './gasSchedule.ts'
import { HostState } from './hostState.ts'
import { frameOf, writeEnvironment } from './messageFrame.ts'
import { knowsRules, OpcodeHost } from './opcodeHost.ts'
import { resultOf } from './result.ts'
import { StepLog } from './stepLog.ts'
import type { Watching } from './watcher.ts'

export interface FastInterpreterOptions {
  /** What the EVM's state manager is. */
  readonly state: MutableState
  /** Yields to the event loop in code that runs long. */
  readonly yieldIfDue: YieldIfDue
  /** The watcher of what code does. */
  readonly watching?: Watching | undefined
  /** Gets what of each code has been run. */
  readonly coverage?: CodeCoverage | undefined
  /** Gets the accounts that calls and selfdestructs name and EthereumJS does not report, by their bytes as text. */
  readonly called?: Map<string, Uint8Array> | undefined
  /** Bytes of memory that a call can use. */
  readonly memoryLimit?: number | undefined
  /**
   * Most gas with which slots are kept here, where room is made for all that the gas can pay for.
   * With more they are EthereumJS's. @default 500,000,000
   */
  readonly maxGasOfSlots?: bigint | undefined
  /**
   * Gas with which code is run before what has been run of it is translated to WebAssembly. With 0 all
   * of it is at once. @default 1,000,000
   */
  readonly hotGas?: number | undefined
}

/** The gas from which EthereumJS runs the code. */
export const maxGas = 2n ** 50n

const defaultGasOfSlots = 500_000_000n

/** Takes the interpreter about as long as a translation. */
const defaultHotGas = 1_000_000

/** Beyond what the core can address. */
const noMemoryLimit = 2 ** 32

/**
 * Makes an EVM run code by WebAssembly. What is rare stays EthereumJS's, opcode by opcode; so does
 * everything where steps are listened to or rules are not known here. Who listens to messages by now
 * receives only those that EthereumJS emits; where others listen, it sends them all.
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
    isFast(evm, message, runOptions)
      ? fast.run(message, runOptions.initialLogs)
      : stock(message, runOptions)
}

function isFast(evm: EVM, { code, gasLimit }: Message, { pc = 0 }: RunOptions): boolean {
  return (
    evm.events.listenerCount('step') === 0 &&
    pc === 0 &&
    code instanceof Uint8Array &&
    gasLimit < maxGas
  )
}

/** Runs the code of messages, each in a frame above that of who sent it. */
class FastInterpreter {
  readonly #evm: EVM
  readonly #stockClass: StockInterpreterClass
  readonly #options: FastInterpreterOptions
  readonly #gasSchedule: GasSchedule
  readonly #ownListeners: number
  /** EIP-1153, EIP-7702: to ask EthereumJS takes longer than to begin. */
  readonly #hasTransient: boolean
  readonly #delegates: boolean
  /** What is running. */
  #execution: Execution | undefined
  #host: OpcodeHost | undefined

  constructor(evm: EVM, stockClass: StockInterpreterClass, options: FastInterpreterOptions) {
    this.#evm = evm
    this.#stockClass = stockClass
    this.#options = options
    this.#gasSchedule = new GasSchedule(evm)
    this.#ownListeners = this.#listeners()
    this.#hasTransient = evm.common.isActivatedEIP(1153)
    this.#delegates = evm.common.isActivatedEIP(7702)
  }

  /** What EthereumJS's `runInterpreter` gives: a promise only where something had to be waited for. */
  run(message: Message, logs: RunOptions['initialLogs']): ExecResult | Promise<ExecResult> {
    const outer = this.#execution
    if (outer !== undefined) return this.#runIn(outer, message, logs, false)
    const execution = this.#begin(message)
    this.#execution = execution
    let result: ExecResult | Promise<ExecResult>
    try {
      result = this.#runIn(execution, message, logs, true)
    } catch (error) {
      this.#end(execution)
      throw error
    }
    if (result instanceof Promise) return result.finally(() => this.#end(execution))
    this.#end(execution)
    return result
  }

  #runIn(
    execution: Execution,
    message: Message,
    logs: RunOptions['initialLogs'],
    isOutermost: boolean,
  ): ExecResult | Promise<ExecResult> {
    const frame = frameOf(execution, message)
    if (logs !== undefined) for (const log of logs) frame.addLog(log)
    execution.host.takeStateGas()
    const failure = execution.run(frame)
    return failure instanceof Promise
      ? failure.then((settled) => endOf(execution, frame, settled, isOutermost))
      : endOf(execution, frame, failure, isOutermost)
  }

  #begin({ gasLimit, caller }: Message): Execution {
    const core = takeCore()
    const { exports } = core
    const { coverage } = this.#options
    core.cover(coverage !== undefined)
    if (core.gasSchedule !== this.#gasSchedule.name) this.#gasSchedule.apply(core)
    const { eip2929, prices, opcodeTable } = this.#gasSchedule
    const { maxGasOfSlots = defaultGasOfSlots } = this.#options
    const areSlotsHere = eip2929 && gasLimit <= maxGasOfSlots
    exports.setStorageHere(areSlotsHere)
    exports.setMemoryLimit(this.#options.memoryLimit ?? noMemoryLimit)
    core.codes.makeRoom()
    core.addressIds.makeRoom()
    writeEnvironment(core, this.#evm, caller)
    const host = this.#hostOf(core, prices)
    const start = core.openSlots(areSlotsHere ? Number(gasLimit) : 0)
    const steps = host.watcher?.steps
    const log = steps && new StepLog(host, steps, start)
    host.stepLog = log
    const isAsWritten = coverage !== undefined || log !== undefined
    const execution = new Execution({
      host,
      log,
      opcodeTable,
      hotGas: isAsWritten ? Infinity : (this.#options.hotGas ?? defaultHotGas),
      coverage,
      start: log?.end ?? start,
      makesCalls: areSlotsHere && this.#listeners() === this.#ownListeners,
      yieldIfDue: this.#options.yieldIfDue,
    })
    core.host = execution
    return execution
  }

  /** Returns the host of the last execution if it was on this core, or a new one. */
  #hostOf(core: Core, prices: Prices): OpcodeHost {
    const watcher = this.#options.watching?.watcher
    if (this.#host?.core === core) {
      this.#host.renew(watcher)
      return this.#host
    }
    this.#host = new OpcodeHost({
      evm: this.#evm,
      stockClass: this.#stockClass,
      core,
      hostState: new HostState(this.#evm, this.#options.state, core, this.#hasTransient),
      prices,
      watcher,
      delegates: this.#delegates,
      called: this.#options.called,
    })
    return this.#host
  }

  #end({ host: { core }, log }: Execution): void {
    this.#execution = undefined
    log?.close()
    this.#options.coverage?.settle(core)
    core.host = undefined
    giveBack(core)
  }

  #listeners(): number {
    const { events } = this.#evm
    return events.listenerCount('beforeMessage') + events.listenerCount('afterMessage')
  }
}

/** The result of a message whose frame has ended. */
function endOf(
  execution: Execution,
  frame: Frame,
  failure: EVMError | undefined,
  isOutermost: boolean,
): ExecResult | Promise<ExecResult> {
  execution.host.giveStateGas()
  if (isOutermost) execution.recordSlots()
  const turn = isOutermost && failure === undefined ? execution.takeSlots() : undefined
  return turn === undefined
    ? resultOf(execution.host, frame, failure)
    : turn.then(() => resultOf(execution.host, frame, failure))
}
