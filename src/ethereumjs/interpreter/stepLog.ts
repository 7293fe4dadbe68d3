import { type EVM, EVMError, type InterpreterStep } from '@ethereumjs/evm'
import { writeLatin1 } from '../../lib/encodings.ts'
import type { Core } from '../../wasm/interpreter/core.ts'
import {
  exitReturn,
  exitRevert,
  exitStepsFull,
  exitStop,
  exitYield,
  slotBytes,
  wordBytes,
} from '../../wasm/interpreter/layout.ts'
import { frameError } from '../haltReason.ts'
import { opcodeName } from '../opcodes.ts'
import type { Frame } from './frame.ts'
import type { OpcodeHost } from './opcodeHost.ts'
import { resultOf } from './result.ts'
import { readStep } from './stockStep.ts'
import type { StepWatcher } from './watcher.ts'

/** Text for about 2,000 steps, half a millisecond. */
const textBytes = 512 * 1024

const load = 0x54
const store = 0x55

const textRecordBytes = 64

/** What stands between numbers in entries: see assembly/stepLog.ts. */
const fixedTexts = [
  '{"pc":',
  ',"gasCost":',
  ',"depth":',
  ',"stack":[]',
  ',"stack":["0x',
  '","0x',
  '"]',
  ',"refund":',
  '},',
]

/** Makes the core write steps while it runs frames, and passes them to a watcher. */
export class StepLog {
  readonly #core: Core
  readonly #host: OpcodeHost
  readonly #watcher: StepWatcher
  readonly #at: number
  /** Where frames can start. */
  readonly end: number

  /** Writes from `at` on, where the core's memory is free. */
  constructor(host: OpcodeHost, watcher: StepWatcher, at: number) {
    const { core } = host
    this.#core = core
    this.#host = host
    this.#watcher = watcher
    this.#at = at
    this.end = at + textBytes
    if (!core.exports.reserve(this.end)) throw new RangeError('no memory for a trace')
    writeTexts(core)
    const { withStack, withStorage, withZeroRefund, most } = watcher
    core.exports.openStepLog(at, textBytes, most, withStack, withStorage, withZeroRefund)
  }

  /** Everything has ended. */
  close(): void {
    this.#take()
    this.#core.exports.closeStepLog()
  }

  /** Runs the frame, and gives the exit: `exitYield` where there is text to be taken, too. */
  run(frame: Frame): number {
    const { exports } = this.#core
    exports.setStepDepth(frame.context.depth + 1)
    for (;;) {
      const exit = exports.run(frame.at)
      if (exit === exitStepsFull) {
        this.#take()
        return exitYield
      }
      if (exit === exitYield && exports.isStorageStep()) {
        this.#tellStorage(frame)
        continue
      }
      if (exit === exitStop || exit === exitReturn || exit === exitRevert) this.#end(frame.gas)
      return exit
    }
  }

  /** The frame has made the call at hand, or has not for too much depth or too little ether: with so much gas. */
  calls(caller: Frame, gas: number): void {
    this.#end(caller.gas - gas)
  }

  /** EthereumJS does the opcode at hand by `run`. */
  async stock(
    frame: Frame,
    run: () => Promise<EVMError | undefined>,
  ): Promise<EVMError | undefined> {
    this.#drop()
    const failure = await listening(
      this.#host.evm,
      (event) => this.#watcher.step(event, frame),
      run,
    )
    this.#tellFailure(frame, failure)
    return failure
  }

  /** The opcode at hand has ended its frame in failure outside of EthereumJS, which now says what it costs. */
  async fails(frame: Frame, failure: EVMError): Promise<void> {
    const { core } = this.#host
    this.#drop()
    const { gas } = frame
    const error = frameError(resultOf(this.#host, frame, failure), false)
    frame.gas = core.exports.stepGas()
    this.#settleSlot(frame)
    this.#watcher.step(await readStep(this.#host, frame), frame)
    frame.gas = gas
    if (error !== undefined) this.#watcher.failed(error)
  }

  #tellFailure(frame: Frame, failure: EVMError | undefined): void {
    if (failure === undefined || failure.error === EVMError.errorMessages.STOP) return
    const error = frameError(resultOf(this.#host, frame, failure), false)
    if (error !== undefined) this.#watcher.failed(error)
  }

  #end(gasLeft: number): void {
    this.#core.exports.endStep(gasLeft)
  }

  #drop(): void {
    this.#core.exports.dropStep()
    this.#take()
  }

  #take(): void {
    const { exports } = this.#core
    const length = exports.stepBytes()
    if (length === 0) return
    const { buffer } = exports.memory
    this.#watcher.text(new Uint8Array(buffer, this.#at, length), exports.takeSteps())
  }

  #tellStorage(frame: Frame): void {
    const { exports } = this.#core
    const at = exports.stepOperands()
    const slot = this.#core.readWord(at)
    const isLoad = frame.context.code[frame.pc - 1] === load
    const value = this.#core.readWord(isLoad ? frame.item(0) : at + wordBytes)
    exports.priceStep(frame.gas)
    this.#take()
    this.#watcher.storage(frame.context.account.bytes, slot, value)
    exports.closeStep()
  }

  /** Writes the core's entry for the slot on top of the stack to the state and the journal. */
  #settleSlot(frame: Frame): void {
    const { exports } = this.#core
    const isOfSlot = frame.opcode === load || frame.opcode === store
    if (!isOfSlot || frame.height === 0) return
    const entry = exports.findSlot(frame.context.account.number, frame.item(0))
    if (entry === 0) return
    this.#host.hostState.mark()
    this.#host.hostState.takeSlots(entry, entry + slotBytes)
  }
}

/** Gives the core the texts of entries. */
function writeTexts({ exports }: Core): void {
  const texts = new Uint8Array(exports.memory.buffer, exports.stepTexts())
  const names = Array.from({ length: 256 }, (_, opcode) => `,"op":"${opcodeName(opcode)}","gas":`)
  for (const [index, text] of [...names, ...fixedTexts].entries()) {
    const at = index * textRecordBytes
    texts[at] = text.length
    writeLatin1(text, texts, at + 1)
  }
}

/** Receives the first step that EthereumJS emits during `run`; nested steps have listeners of their own. */
async function listening<Result>(
  evm: EVM,
  tell: (event: InterpreterStep) => void,
  run: () => Promise<Result>,
): Promise<Result> {
  const { events } = evm
  const listener = (event: InterpreterStep): void => {
    events.off('step', listener)
    tell(event)
  }
  events.on('step', listener)
  try {
    return await run()
  } finally {
    events.off('step', listener)
  }
}
