import { type EVM, EVMError } from '@ethereumjs/evm'
import { bytesToHex } from '../../lib/hex.ts'
import type { AccountName } from '../../wasm/interpreter/addressIds.ts'
import type { Core, Host } from '../../wasm/interpreter/core.ts'
import {
  exitBreathe,
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
  slotBytes,
} from '../../wasm/interpreter/layout.ts'
import type { OpcodeTable } from '../../wasm/interpreter/translated/opcodes.ts'
import { keccak256 } from '../crypto.ts'
import type { Breath } from '../yieldIfDue.ts'
import { beginCall, endCall, isCall } from './callOpcodes.ts'
import type { StockInterpreterClass } from './ethereumjs.ts'
import { Frame, gasPerLook, none } from './frame.ts'
import { type Failure, hostOpcodes } from './hostOpcodes.ts'
import type { World } from './hostState.ts'
import type { Prices } from './prices.ts'
import { stockStep } from './stockStep.ts'

const { errorMessages } = EVMError

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

/** Slots that are taken over between two looks at the clock. */
const slotsPerLook = 500

/**
 * Gas that running a frame until it leaves counts as, for when its code is translated: what calls do
 * between two exits seldom takes long enough for a translation to pay.
 */
const heatOfStint = 100

/** Gas that an exit to the host counts as, for when others are given a turn. */
const gasOfExit = 2_000

export interface ExecutionOptions {
  readonly evm: EVM
  readonly stockClass: StockInterpreterClass
  readonly core: Core
  readonly world: World
  readonly prices: Prices
  readonly opcodeTable: OpcodeTable
  /** Gas with which code is run before it is translated. */
  readonly hotGas: number
  /** Where frames start in the core's memory. */
  readonly start: number
  /** Whether calls are made here; else EthereumJS makes them, and does all that touches accounts. */
  readonly makesCalls: boolean
  readonly breath: Breath
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
  readonly evm: EVM
  readonly stockClass: StockInterpreterClass
  readonly core: Core
  readonly world: World
  readonly prices: Prices
  readonly start: number
  /** The innermost. */
  frame: Frame | undefined
  /** Whether frames have made logs that they may have lost since: they failed, or were creations. */
  hasLostLogs = false
  readonly #makesCalls: boolean
  readonly #breath: Breath
  readonly #delegates: boolean
  readonly #opcodeTable: OpcodeTable
  readonly #hotGas: number
  #unbreathed = 0

  constructor({
    evm,
    stockClass,
    core,
    world,
    prices,
    opcodeTable,
    hotGas,
    start,
    makesCalls,
    breath,
  }: ExecutionOptions) {
    this.evm = evm
    this.stockClass = stockClass
    this.core = core
    this.world = world
    this.prices = prices
    this.start = start
    this.#opcodeTable = opcodeTable
    this.#hotGas = hotGas
    this.#makesCalls = makesCalls
    this.#breath = breath
    this.#delegates = evm.common.isActivatedEIP(7702)
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
      if (this.#unbreathed >= gasPerLook) {
        const turn = this.#breathe(frame)
        if (turn !== undefined) return goingOn(turn, frame)
      }
      this.#warm(frame, heatOfStint)
      const exit = frame.run()
      let failure: EVMError | undefined
      if (exit === exitHost) {
        this.#unbreathed += gasOfExit
        const next = this.#host(frame)
        if (next === undefined) continue
        if (next instanceof Frame) {
          frame = next
          continue
        }
        if (next instanceof Promise) return goingOn(next, frame)
        if (next === 'stock') return this.#stockStretch(frame, base)
        failure = new EVMError(next)
      } else if (exit === exitBreathe) {
        this.#warm(frame, gasPerLook)
        const turn = this.#breathe(frame)
        if (turn !== undefined) return goingOn(turn, frame)
        continue
      } else if (exit !== exitStop && exit !== exitReturn) {
        failure = this.#failureOf(frame, exit)
      }
      const output = exit === exitReturn || exit === exitRevert ? frame.output() : undefined
      const next = this.#left(frame, base, failure, output)
      if (!(next instanceof Frame)) return next
      frame = next
    }
  }

  /** A step of EthereumJS's: gives the frame to go on with. */
  async #stockStretch(frame: Frame, base: Frame): Promise<Frame | Ended> {
    const failure = await this.#stockStep(frame)
    if (failure === undefined) return frame
    const isStop = failure.error === errorMessages.STOP
    return this.#left(frame, base, isStop ? undefined : failure, undefined)
  }

  /** Ends a frame: gives the one that has called it, unless it was the first. */
  #left(
    frame: Frame,
    base: Frame,
    failure: EVMError | undefined,
    output: Uint8Array | undefined,
  ): Frame | Ended {
    if (frame !== base) return this.#end(frame, failure, output)
    if (output !== undefined) frame.openResult().returnValue = output
    return failure === undefined ? succeeded : { failure }
  }

  /** Puts the slots into the state and the journal: where they are many in parts, between which others have their turn. */
  takeSlots(): Promise<void> | undefined {
    const { exports } = this.core
    const start = exports.slotsStart()
    const end = exports.slotsEnd()
    if (end - start > slotsPerLook * slotBytes) return this.#takeParts(start)
    this.world.takeSlots(start, end)
    return this.#breath()
  }

  async #takeParts(from: number): Promise<void> {
    const { exports } = this.core
    const part = slotsPerLook * slotBytes
    for (let start = from; start < exports.slotsEnd(); start += part) {
      this.world.takeSlots(start, Math.min(start + part, exports.slotsEnd()))
      const turn = this.#breath()
      if (turn !== undefined) await turn
    }
  }

  /** Notes that so much gas was spent outside of the core: others are given a turn in time. */
  spend(gas: number): void {
    this.#unbreathed += gas
  }

  /** What it costs to access an account, which is warm from then on (EIP-2929). */
  access(account: AccountName): number {
    return this.world.warm(account) ? this.prices.warmAccess : this.prices.coldAccess
  }

  /** Whose code stands for this (EIP-7702); unknown for what looks like a delegation and is none. */
  delegateOf(code: Uint8Array): AccountName | 'unknown' | undefined {
    if (!this.#delegates || code[0] !== 0xef || code[1] !== 1 || code[2] !== 0) return undefined
    return code.length === 23 ? this.core.names.of(code.subarray(3)) : 'unknown'
  }

  copyReturnData(to: number, offset: number, length: number): void {
    const { returnData } = this.frame as Frame
    this.core.bytes().set(returnData.subarray(offset, offset + length), to)
  }

  loadSlot(entry: number): void {
    this.world.loadSlot(entry)
  }

  /** Does the opcode at hand, where that needs none of EthereumJS's promises. */
  #host(frame: Frame): Frame | Failure | 'stock' | Promise<undefined> | undefined {
    if (!this.#makesCalls) return 'stock'
    const { opcode } = frame
    if (isCall(opcode)) return beginCall(this, frame, opcode)
    const run = hostOpcodes.get(opcode)
    return run === undefined ? 'stock' : run(this, frame)
  }

  async #stockStep(frame: Frame): Promise<EVMError | undefined> {
    const { gas } = frame
    const failure = await stockStep(this, frame)
    // A precompile takes as long as it costs.
    this.#unbreathed += gas - frame.gas
    return failure
  }

  /** Ends a call; gives the frame that made it. */
  #end(frame: Frame, failure: EVMError | undefined, output = none): Frame {
    const isHalted = failure !== undefined && failure.error !== errorMessages.REVERT
    const gasLeft = isHalted ? 0 : frame.gas
    this.#unbreathed += frame.context.gas - gasLeft
    return endCall(this, frame, { hasSucceeded: failure === undefined, gasLeft, output })
  }

  /** Notes that code is run for about so much gas. */
  #warm({ code }: Frame, gas: number): void {
    if (!code.isKept) return
    code.heat += gas
    if (code.heat < (code.nextHeat ?? this.#hotGas)) return
    this.core.translations.translate(code, this.#opcodeTable, this.#hotGas === 0)
  }

  #breathe(frame: Frame): Promise<void> | undefined {
    this.#unbreathed = 0
    frame.breathe()
    return this.#breath()
  }

  #failureOf(frame: Frame, exit: number): EVMError {
    const failure = failures.get(exit)
    if (failure !== undefined) return new EVMError(failure)
    if (exit !== exitInvalidJump) throw new Error(`the core left with ${exit}`)
    const { code, account } = frame.context
    const place = `${bytesToHex(keccak256(code))}/0x${account.digits}:${frame.pc}`
    return new EVMError(`${errorMessages.INVALID_JUMP} at ${place}` as Failure)
  }
}
