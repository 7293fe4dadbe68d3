import { EVMError } from '@ethereumjs/evm'
import type { YieldIfDue } from '../../clock/pace.ts'
import { bytesToHex } from '../../lib/hex.ts'
import type { Core } from '../../wasm/interpreter/core.ts'
import type { Host } from '../../wasm/interpreter/coreExports.ts'
import {
  exitHost,
  exitInvalidJump,
  exitInvalidOpcode,
  exitOutOfGas,
  exitRefundExhausted,
  exitReturn,
  exitReturnDataOutOfBounds,
  exitRevert,
  exitStackOverflow,
  exitStackUnderflow,
  exitStaticState,
  exitStop,
  exitYield,
  slotBytes,
} from '../../wasm/interpreter/layout.ts'
import type { OpcodeTable } from '../../wasm/interpreter/translated/instructions.ts'
import { keccak256 } from '../../wasm/keccak/keccak256.ts'
import { frameError } from '../haltReason.ts'
import { beginCall, endCall, isCall } from './callOpcodes.ts'
import type { CodeCoverage } from './codeCoverage.ts'
import { createContract, isCreation } from './creation.ts'
import { Frame, gasPerClockCheck, none } from './frame.ts'
import { type Failure, hostOpcodes } from './hostOpcodes.ts'
import type { OpcodeHost } from './opcodeHost.ts'
import { resultOf } from './result.ts'
import type { StepLog } from './stepLog.ts'
import { stockStep } from './stockStep.ts'

const { errorMessages } = EVMError

/** Slots that are taken over between two checks of the clock. */
const slotsPerClockCheck = 500

/**
 * Gas that running a frame until it leaves counts as, for when its code is translated: what calls do
 * between two exits seldom takes long enough for a translation to pay.
 */
const hotnessOfStint = 100

/** Gas that an exit to the host counts as, for when others are given a turn. */
const gasOfExit = 2_000

/** Gas of the first write of a slot, and of loading it. */
const gasOfSlot = 22_100

export interface ExecutionOptions {
  readonly host: OpcodeHost
  readonly opcodeTable: OpcodeTable
  /** Gas with which code is run before it is translated. */
  readonly hotGas: number
  /** Where frames start in the core's memory. */
  readonly start: number
  /** Whether calls are made here; else EthereumJS makes them, and does all that touches accounts. */
  readonly makesCalls: boolean
  readonly yieldIfDue: YieldIfDue
  readonly log: StepLog | undefined
  readonly coverage: CodeCoverage | undefined
}

/** How the first frame has ended. */
interface Ended {
  readonly failure: EVMError | undefined
}

const succeeded: Ended = { failure: undefined }

/** Goes on with the frame when there has been a turn for others. */
async function goingOn(turn: Promise<void>, frame: Frame): Promise<Frame> {
  await turn
  return frame
}

/** What a message sets off: frames, of which the innermost one runs. */
export class Execution implements Host {
  readonly host: OpcodeHost
  readonly start: number
  /** The innermost. */
  frame: Frame | undefined
  readonly #core: Core
  readonly #makesCalls: boolean
  readonly #yieldIfDue: YieldIfDue
  readonly #opcodeTable: OpcodeTable
  readonly #hotGas: number
  /** Slots that have been loaded since the last turn. */
  #slotsLoaded = 0
  readonly #coverage: CodeCoverage | undefined
  readonly log: StepLog | undefined

  constructor({
    host,
    opcodeTable,
    hotGas,
    start,
    makesCalls,
    yieldIfDue,
    coverage,
    log,
  }: ExecutionOptions) {
    this.host = host
    this.#coverage = coverage
    this.log = log
    this.start = start
    this.#core = host.core
    this.#opcodeTable = opcodeTable
    this.#hotGas = hotGas
    this.#makesCalls = makesCalls
    this.#yieldIfDue = yieldIfDue
  }

  /**
   * Runs a frame that EthereumJS has begun to its end, and gives why it failed if it did: a promise only
   * where something had to be waited for.
   */
  run(base: Frame): EVMError | undefined | Promise<EVMError | undefined> {
    const before = this.frame
    const stretch = this.#stretch(base, base)
    if (stretch instanceof Promise) return this.#further(stretch, base, before)
    this.frame = before
    return stretch.failure
  }

  async #further(
    waiting: Promise<Frame | Ended>,
    base: Frame,
    before: Frame | undefined,
  ): Promise<EVMError | undefined> {
    let next = await waiting
    while (next instanceof Frame) next = await this.#stretch(next, base)
    this.frame = before
    return next.failure
  }

  /** Runs frames until the first has ended, or something has to be waited for. */
  #stretch(start: Frame, base: Frame): Ended | Promise<Frame | Ended> {
    let frame = start
    for (;;) {
      this.frame = frame
      if (this.host.gasSinceYield >= gasPerClockCheck) {
        const turn = this.#yieldAt(frame)
        if (turn !== undefined) return goingOn(turn, frame)
      }
      this.#addHotness(frame, hotnessOfStint)
      const exit = this.log === undefined ? frame.run() : this.log.run(frame)
      let failure: EVMError | undefined
      if (exit === exitHost) {
        this.host.gasSinceYield += gasOfExit
        this.host.watcher?.begins(frame)
        const next = this.#runOnHost(frame)
        if (next === undefined) continue
        if (next instanceof Frame) {
          frame = next
          continue
        }
        if (next instanceof Promise) return goingOn(next, frame)
        if (next === 'stock') return this.#stockStretch(frame, base)
        failure = new EVMError(next)
      } else if (exit === exitYield) {
        // A translation makes nothing of slots faster.
        this.#addHotness(frame, Math.max(gasPerClockCheck - this.#slotsLoaded * gasOfSlot, 0))
        const turn = this.#yieldAt(frame)
        if (turn !== undefined) return goingOn(turn, frame)
        continue
      } else if (exit !== exitStop && exit !== exitReturn) {
        failure = failureOf(frame, exit)
      }
      if (this.log !== undefined && failure !== undefined && exit !== exitRevert) {
        return this.#loggedFailure(this.log, frame, base, failure)
      }
      const output = exit === exitReturn || exit === exitRevert ? frame.output() : undefined
      const next = this.#left(frame, base, failure, output)
      if (!(next instanceof Frame)) return next
      frame = next
    }
  }

  /** Does the opcode at hand, where that needs none of EthereumJS's promises. */
  #runOnHost(frame: Frame): Frame | Failure | 'stock' | Promise<undefined> | undefined {
    if (!this.#makesCalls) return 'stock'
    const { opcode } = frame
    if (isCall(opcode)) return beginCall(this.host, frame, opcode)
    // Only EthereumJS says what they cost.
    if (this.log !== undefined) return 'stock'
    const run = hostOpcodes.get(opcode)
    return run === undefined ? 'stock' : run(this.host, frame)
  }

  /** A step of EthereumJS's: gives the frame to go on with. */
  async #stockStretch(frame: Frame, base: Frame): Promise<Frame | Ended> {
    const { host } = this
    const creates = isCreation(frame.opcode)
    const isOwn = host.prices.newAccountState > 0 && this.log === undefined && creates
    const step = async () => {
      const { gas } = frame
      const failure = await (isOwn ? createContract(host, frame) : stockStep(host, frame))
      // A precompile takes as long as it costs.
      host.gasSinceYield += gas - frame.gas
      frame.hasRunElsewhere(gas - frame.gas)
      if (creates) frame.called(gas - host.prices.create, gas - frame.gas - host.prices.create)
      return failure
    }
    const failure = await (this.log?.stock(frame, step) ?? step())
    if (failure === undefined) {
      this.host.watcher?.done(frame)
      return frame
    }
    const isStop = failure.error === errorMessages.STOP
    if (isStop) this.host.watcher?.done(frame)
    return this.#left(frame, base, isStop ? undefined : failure, undefined)
  }

  /** Ends a frame with a failure that steps report; returns the frame to continue with. */
  async #loggedFailure(
    log: StepLog,
    frame: Frame,
    base: Frame,
    failure: EVMError,
  ): Promise<Frame | Ended> {
    await log.fails(frame, failure)
    return this.#left(frame, base, failure, undefined)
  }

  /** Ends a frame: gives the one that has called it, unless it was the first. */
  #left(
    frame: Frame,
    base: Frame,
    failure: EVMError | undefined,
    output: Uint8Array | undefined,
  ): Frame | Ended {
    this.host.watcher?.ends(frame, failure)
    this.#coverage?.ran(this.#core, frame)
    if (frame !== base) return this.#end(frame, failure, output)
    if (output !== undefined) frame.returned = output
    return failure === undefined ? succeeded : { failure }
  }

  /** Ends a call; gives the frame that made it. */
  #end(frame: Frame, failure: EVMError | undefined, output = none): Frame {
    const isHalted = failure !== undefined && failure.error !== errorMessages.REVERT
    // State gas of a call that has failed is given back, to its own gas first (EIP-8037).
    const gasBack = failure === undefined ? 0 : frame.stateSpent
    const gasLeft = isHalted ? 0 : frame.gas + gasBack
    const gasUsed = frame.context.gas - gasLeft
    this.host.gasSinceYield += gasUsed
    const { watcher } = this.host
    if (watcher !== undefined) {
      const error = failure && frameError(resultOf(this.host, frame, failure), false)
      watcher.exits({ output: isHalted ? none : output, gasUsed, error })
    }
    return endCall(this.host, frame, { hasSucceeded: failure === undefined, gasLeft, output })
  }

  /** Notes that code is run for about so much gas. */
  #addHotness({ code }: Frame, gas: number): void {
    if (!code.isKept) return
    code.hotness += gas
    if (code.hotness < (code.nextHotness ?? this.#hotGas)) return
    this.#core.translations.translate(code, this.#opcodeTable, this.#hotGas === 0)
  }

  #yieldAt(frame: Frame): Promise<void> | undefined {
    this.host.gasSinceYield = 0
    this.#slotsLoaded = 0
    frame.setGasFloor()
    return this.#yieldIfDue()
  }

  copyReturnData(to: number, offset: number, length: number): void {
    const { returnData } = this.frame as Frame
    this.#core.bytes().set(returnData.subarray(offset, offset + length), to)
  }

  loadSlot(entry: number): boolean {
    this.#slotsLoaded++
    const hasChanged = this.host.hostState.loadSlot(entry)
    this.host.watcher?.loadsSlot(this.frame as Frame, entry)
    return hasChanged
  }

  /** Notes the slots that were read or written, whatever came of it (EIP-7928). */
  recordSlots(): void {
    const { exports } = this.#core
    this.host.hostState.recordSlots(exports.slotsStart(), exports.slotsEnd())
  }

  /** Puts the slots into the state and the journal: where they are many in parts, between which others have their turn. */
  takeSlots(): Promise<void> | undefined {
    const { exports } = this.#core
    const start = exports.slotsStart()
    const end = exports.slotsEnd()
    if (end - start > slotsPerClockCheck * slotBytes) return this.#takeParts(start)
    // So few take well under a millisecond: it is enough that others have their turn between calls.
    this.host.hostState.takeSlots(start, end)
    return undefined
  }

  async #takeParts(from: number): Promise<void> {
    const { exports } = this.#core
    const part = slotsPerClockCheck * slotBytes
    for (let start = from; start < exports.slotsEnd(); start += part) {
      this.host.hostState.takeSlots(start, Math.min(start + part, exports.slotsEnd()))
      const turn = this.#yieldIfDue()
      if (turn !== undefined) await turn
    }
  }
}

/** Why a frame ends in failure, by the core's exit. */
const failures: ReadonlyMap<number, Failure> = new Map([
  [exitRevert, errorMessages.REVERT],
  [exitOutOfGas, errorMessages.OUT_OF_GAS],
  [exitReturnDataOutOfBounds, errorMessages.OUT_OF_GAS],
  [exitStackUnderflow, errorMessages.STACK_UNDERFLOW],
  [exitStackOverflow, errorMessages.STACK_OVERFLOW],
  [exitInvalidOpcode, errorMessages.INVALID_OPCODE],
  [exitStaticState, errorMessages.STATIC_STATE_CHANGE],
  [exitRefundExhausted, errorMessages.REFUND_EXHAUSTED],
])

function failureOf(frame: Frame, exit: number): EVMError {
  const failure = failures.get(exit)
  if (failure !== undefined) return new EVMError(failure)
  if (exit !== exitInvalidJump) throw new Error(`the core left with ${exit}`)
  const { code, account } = frame.context
  const place = `${bytesToHex(keccak256(code))}/0x${account.digits}:${frame.pc}`
  return new EVMError(`${errorMessages.INVALID_JUMP} at ${place}` as Failure)
}
