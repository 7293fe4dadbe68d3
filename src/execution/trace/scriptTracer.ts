import { opcodeName, opcodeOf } from '../../ethereumjs/opcodes.ts'
import { bytesToHex, type Hex } from '../../lib/hex.ts'
import { limitWords } from '../../lib/limits.ts'
import {
  type OpenScript,
  type Outcome,
  registerBytes,
  registerWords,
  type Script,
} from '../script/script.ts'
import { type Budget, isCreation } from './frames.ts'

import { Surveyor } from './scriptReader.ts'
import {
  type FrameEnd,
  type FrameStart,
  ScriptFailed,
  type Step,
  type TracedTransaction,
  type Tracer,
  TraceTimeout,
} from './tracer.ts'

/** A tracer in JavaScript, as geth takes it. */
export interface ScriptTracerOptions {
  readonly code: string
  /** JSON for its `setup`. */
  readonly config: string
}

/** Where and how far scripts run. */
export interface ScriptSetting {
  readonly openScript: OpenScript
  readonly limitMs: number
  /** Bytes that a script may use. */
  readonly scriptBytes: number
}

/** Where the transaction stands that a script watches; nothing for a call. */
interface Place {
  readonly blockHash: Hex | null
  readonly transactionHash: Hex | null
  readonly transactionIndex: number
}

/** Makes a script watch, by geth's interface for JavaScript tracers. Its result is JSON. */
export function scriptTracer(
  options: ScriptTracerOptions,
  setting: ScriptSetting,
  place: Place,
  budget: Budget,
): Tracer<string> {
  let run: ScriptRun | undefined
  return {
    start: (transaction) => {
      // What lacked a part of a live chain starts once more.
      run?.close()
      run = new ScriptRun(options, setting, { transaction, place, budget })
    },
    enter: (frame) => run?.enter(frame),
    step: (step) => run?.step(step),
    fault: ({ error }) => run?.fault(error),
    failed: (error) => run?.failed(error),
    exit: (frame) => run?.exit(frame),
    end: ({ gasUsed }) => run?.end(gasUsed),
    wait: () => run?.pending,
    close: () => run?.close(),
    result: () => run?.result() ?? '{}',
  }
}

interface Watched {
  readonly transaction: TracedTransaction
  readonly place: Place
  readonly budget: Budget
}

/** The names of opcodes, for `log.op`. */
const opcodes = Array.from({ length: 256 }, (_, opcode) => opcodeName(opcode))

/** One run of a script, over one transaction. */
class ScriptRun {
  readonly #limitMs: number
  readonly #scriptBytes: number
  readonly #budget: Budget
  readonly #surveyor: Surveyor
  readonly #registers = new Uint8Array(registerBytes)
  readonly #numbers = new Float64Array(this.#registers.buffer, 0, 8)
  readonly #words = new DataView(this.#registers.buffer, 64)
  readonly #context: Record<string, unknown>
  #script: Script | undefined
  #functions = { hasStep: false, hasFrames: false }
  /** An instruction that cannot begin: geth reports it together with the reason. */
  #held: Step | undefined
  #last: Step | undefined
  /** Ends when the script has done all that it was called for. */
  #pending: Promise<void> | undefined
  /** Why there is no result. */
  #error: unknown
  #json = ''
  #isClosed = false

  constructor(
    { code, config }: ScriptTracerOptions,
    { openScript, limitMs, scriptBytes }: ScriptSetting,
    { transaction, place, budget }: Watched,
  ) {
    this.#limitMs = limitMs
    this.#scriptBytes = scriptBytes
    this.#budget = budget
    this.#context = contextOf(transaction, place)
    this.#surveyor = new Surveyor(transaction)
    const order = { code, config, opcodes, memoryLimit: scriptBytes, limitMs }
    this.#waitFor(
      openScript(order, this.#surveyor.read).then(({ script, opened }) => {
        this.#script = script
        if (this.#isClosed) script.close()
        const text = this.#settled(opened)
        if (text !== undefined) this.#functions = JSON.parse(text)
      }),
    )
  }

  get pending(): Promise<void> | undefined {
    return this.#pending
  }

  enter(frame: FrameStart): void {
    this.#tellHeld()
    this.#surveyor.enter(frame)
    const { depth, kind: type, from, to, input, gas, value } = frame
    const fields = { from: bytesToHex(from), to: bytesToHex(to), input: bytesToHex(input) }
    if (depth === 0) {
      Object.assign(this.#context, fields, {
        type: isCreation(type) ? 'CREATE' : 'CALL',
        value: String(value ?? 0n),
      })
      return
    }
    const frameFields = { type, ...fields, gas: Number(gas), value: value?.toString() }
    this.#call('enter', () => this.#functions.hasFrames && JSON.stringify(frameFields))
  }

  step(step: Step): void {
    this.#tellHeld()
    this.#last = step
    if (cannotBegin(step)) this.#held = step
    else this.#tell(step, undefined)
  }

  /** The last instruction could not begin. */
  fault(error: string): void {
    const held = this.#held
    this.#held = undefined
    if (held === undefined) this.failed(error)
    else this.#tell(held, error)
  }

  /** The last instruction began, and failed. */
  failed(error: string): void {
    this.#tellHeld()
    const last = this.#last
    if (last !== undefined) this.#call('fault', () => this.#load(last, error), this.#registers)
  }

  exit({ depth, output, gasUsed, error }: FrameEnd): void {
    this.#tellHeld()
    this.#surveyor.exit()
    const fields = { output: bytesToHex(output), error }
    if (depth === 0) Object.assign(this.#context, fields)
    else {
      const json = JSON.stringify({ ...fields, gasUsed: Number(gasUsed) })
      this.#call('exit', () => this.#functions.hasFrames && json)
    }
  }

  end(gasUsed: bigint): void {
    this.#context.gasUsed = Number(gasUsed)
    this.#call('result', () => JSON.stringify(this.#context))
  }

  result(): string {
    this.#throwFailure()
    return this.#json
  }

  close(): void {
    this.#isClosed = true
    this.#script?.close()
  }

  #tellHeld(): void {
    const held = this.#held
    this.#held = undefined
    if (held !== undefined) this.#tell(held, undefined)
  }

  #tell(step: Step, error: string | undefined): void {
    this.#call('step', () => this.#functions.hasStep && this.#load(step, error), this.#registers)
  }

  #load(step: Step, error: string | undefined): string | undefined {
    this.#surveyor.step(step)
    const { stack } = step
    this.#numbers.set([
      step.pc,
      step.opcode,
      Number(step.gas),
      Number(step.gasCost),
      step.depth,
      Number(step.refund),
      step.memory.length,
      stack.length,
    ])
    for (let nth = 0; nth < Math.min(stack.length, registerWords); nth++) {
      writeWord(this.#words, 32 * nth, stack.at(-1 - nth) as bigint)
    }
    return error
  }

  /** Calls a function of the script with the argument, or not at all where that is `false`. */
  #call(name: string, argument: () => string | undefined | false, registers?: Uint8Array): void {
    this.#throwMiss()
    const perform = (): Promise<void> | undefined => {
      if (this.#error !== undefined || this.#isClosed) return undefined
      const value = argument()
      if (value === false) return undefined
      const outcome = this.#script?.call(name, value, registers)
      if (!(outcome instanceof Promise)) return this.#take(name, outcome)
      return outcome.then((settled) => this.#take(name, settled))
    }
    if (this.#pending !== undefined) this.#waitFor(this.#pending.then(perform))
    else {
      const pending = perform()
      if (pending === undefined) this.#throwMiss()
      else this.#waitFor(pending)
    }
  }

  #waitFor(task: Promise<void>): void {
    const pending: Promise<void> = task
      .catch((error) => {
        this.#error ??= error
      })
      .finally(() => {
        if (this.#pending === pending) this.#pending = undefined
      })
    this.#pending = pending
  }

  #take(name: string, outcome: Outcome | undefined): undefined {
    if (outcome === undefined) return
    const within = `    in server-side tracer function '${name}'`
    const text = this.#settled(
      'failure' in outcome ? { failure: outcome.failure + within } : outcome,
    )
    if (name !== 'result' || text === undefined) return
    this.#budget.spend(text.length)
    this.#json = text
  }

  #settled(outcome: Outcome): string | undefined {
    if ('text' in outcome) return outcome.text
    this.#error ??= 'isOver' in outcome ? new TraceTimeout(this.#limitMs) : this.#failed(outcome)
    return undefined
  }

  #failed({ failure }: { readonly failure: string }): ScriptFailed {
    const isFull = failure.startsWith('InternalError: out of memory')
    const limit = isFull ? `: ${limitWords('scriptBytes', this.#scriptBytes, 'bytes')}` : ''
    return new ScriptFailed(failure + limit)
  }

  #throwFailure(): void {
    this.#throwMiss()
    if (this.#error !== undefined) throw this.#error
  }

  /** What a live chain has to be asked for ends the run at once: it is fetched, and all runs again. */
  #throwMiss(): void {
    if (this.#surveyor.problem !== undefined) throw this.#surveyor.problem
  }
}

/** What is known of a transaction before it runs, for the last function of a script. */
function contextOf(
  { block, gas, gasPrice, intrinsicGas, payees: [coinbase] }: TracedTransaction,
  { blockHash, transactionHash, transactionIndex }: Place,
): Record<string, unknown> {
  return {
    block: Number(block.number),
    time: String(block.timestamp),
    coinbase: coinbase && bytesToHex(coinbase),
    gas: Number(gas),
    gasPrice: String(gasPrice),
    intrinsicGas: Number(intrinsicGas),
    blockHash: blockHash ?? undefined,
    ...(transactionHash !== null && { txHash: transactionHash, txIndex: transactionIndex }),
  }
}

/** Whether an instruction lacks what it needs to begin. */
function cannotBegin({ opcode, gas, gasCost, stack }: Step): boolean {
  const { takes = 0 } = opcodeOf(opcode) ?? {}
  return gasCost > gas || stack.length < takes || stack.length >= maxItems
}

/** The protocol's limit on a stack: what puts an item on it may fail. */
const maxItems = 1024

function writeWord(view: DataView, at: number, word: bigint): void {
  for (let part = 0; part < 4; part++) {
    view.setBigUint64(at + 8 * part, BigInt.asUintN(64, word >> BigInt(192 - 64 * part)))
  }
}
