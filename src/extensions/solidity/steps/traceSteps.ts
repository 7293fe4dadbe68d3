import { opcodeName } from '../../../ethereumjs/opcodes.ts'
import type { Budget } from '../../../execution/trace/frames.ts'
import { muxTracer } from '../../../execution/trace/muxTracer.ts'
import type { RunAgain, Step, TraceHooks } from '../../../execution/trace/tracer.ts'
import { bytesToHex, type Hex, hexToBytes, quantity } from '../../../lib/hex.ts'
import type { LoadedFixture } from '../../../types/fixture.ts'
import type {
  OpenFunction,
  SourcePart,
  StateVariable,
  StepChoice,
  StepUnit,
  TracedStep,
  TracedSteps,
} from '../../../types/solidity/tracedSteps.ts'
import { checksumAddress } from '../../../wallet/checksumAddress.ts'
import type { ArtifactIndex } from '../artifacts/artifactIndex.ts'
import { referenceWithin } from '../stackTrace/references.ts'
import type { Program, Programs } from '../syntax/program.ts'
import type { Location, SourceFile } from '../syntax/readTree.ts'
import { decodeCalls } from '../trace/decodeTrace.ts'
import type { RawFrame } from '../trace/internalWalk.ts'
import { rawTracer } from '../trace/rawTracer.ts'
import { FrameWalk, type StateVariables, stateVariables } from './frameWalk.ts'
import { type KnownCode, KnownCodes } from './knownCodes.ts'

/** The frame that a step is in. */
export interface StepFrame {
  /** How many instructions had run before it. */
  readonly firstInstruction: number
  readonly known: KnownCode | undefined
  readonly walk: FrameWalk
}

/** A step of the unit that is followed, before it runs. */
interface UnitStep {
  /** How many instructions have run before it. */
  readonly instruction: number
  readonly step: Step
  readonly frame: StepFrame
  /** Nothing for what the compiler has added, and where no source is known. */
  readonly location: Location | undefined
}

/** A listener to steps. */
interface StepListener {
  step(step: UnitStep): void
  /** The instruction, which a step may have begun with, could not begin. */
  fault?(instruction: number, error: string): void
}

/** Tells which instructions begin a step. */
function stepTracer(unit: StepUnit, codes: KnownCodes, listener: StepListener): TraceHooks {
  const open: StepFrame[] = []
  let instructions = 0
  return {
    start: (transaction) => codes.start(transaction),
    enter: (start) => {
      const known = codes.codeOf(start)
      const walk = new FrameWalk(known?.program, unit)
      open.push({ firstInstruction: instructions, known, walk })
    },
    step: (step) => {
      const instruction = instructions++
      const frame = open.at(-1)
      if (frame === undefined) return
      const { isStep, location } = frame.walk.next(step.pc)
      if (isStep) listener.step({ instruction, step, frame, location })
    },
    fault: ({ error }) => listener.fault?.(instructions - 1, error),
    exit: () => {
      open.pop()
    },
  }
}

type WindowChoice = Pick<StepChoice, 'from' | 'count' | 'memory'>

interface StepWindowDeps {
  readonly budget: Budget
  readonly variables: StateVariables
}

/** The cost of a step in the budget of a trace, in characters. */
const stepLength = 300
const itemLength = 20

/** Keeps the steps of a window. */
class StepWindow implements StepListener {
  readonly steps: TracedStep[] = []
  /** The first step behind the window; none when there is none. */
  next: number | undefined
  readonly #choice: WindowChoice
  readonly #deps: StepWindowDeps
  readonly #files = new Set<SourceFile>()
  #variables: readonly StateVariable[] = []

  constructor(choice: WindowChoice, deps: StepWindowDeps) {
    this.#choice = choice
    this.#deps = deps
  }

  step(unit: UnitStep): void {
    const { from, count } = this.#choice
    if (unit.instruction < from) return
    if (this.steps.length < count) this.steps.push(this.#formatStep(unit))
    else this.next ??= unit.instruction
  }

  fault(instruction: number, error: string): void {
    const last = this.steps.at(-1)
    if (last?.instruction === instruction) this.steps[this.steps.length - 1] = { ...last, error }
  }

  /** Texts of the files that steps and functions name. */
  sources(): Readonly<Record<string, string>> {
    return Object.fromEntries([...this.#files].map(({ name, text }) => [name, text]))
  }

  #formatStep({ instruction, step, frame, location }: UnitStep): TracedStep {
    const { pc, opcode, gas, gasCost, depth, stack, memory } = step
    const program = frame.known?.program
    const isWithMemory = this.#choice.memory
    this.#deps.budget.spend(
      stepLength + itemLength * stack.length + (isWithMemory ? 2 * memory.length : 0),
    )
    return {
      instruction,
      call: frame.firstInstruction,
      pc,
      op: opcodeName(opcode),
      gas: quantity(gas),
      gasCost: quantity(gasCost),
      depth,
      stack: stack.map((item) => quantity(item)),
      ...(isWithMemory && { memory: bytesToHex(memory) }),
      ...(location && { source: this.#part(location) }),
      functions: program ? frame.walk.functions.flatMap((at) => this.#function(program, at)) : [],
      ...this.#changed(this.#deps.variables.at(frame.known?.layout, step)),
    }
  }

  #changed(variables: readonly StateVariable[]): Pick<TracedStep, 'variables'> {
    const isKnown = this.steps.length > 0 && isSame(variables, this.#variables)
    this.#variables = variables
    return isKnown ? {} : { variables }
  }

  #part({ file, start, end }: Location): SourcePart {
    this.#files.add(file)
    return {
      file: file.name,
      line: file.lineAt(start),
      column: file.columnAt(start),
      endLine: file.lineAt(end),
      endColumn: file.columnAt(end),
    }
  }

  #function({ contract }: Program, location: Location): readonly OpenFunction[] {
    const reference = referenceWithin(contract, location)
    if (reference?.function === undefined) return []
    this.#files.add(location.file)
    const { contract: name, sourceName: file, line } = reference
    const prefix = name === undefined ? '' : `${name}.`
    return [{ function: `${prefix}${reference.function}`, file, line }]
  }
}

function isSame(one: readonly StateVariable[], other: readonly StateVariable[]): boolean {
  if (one === other) return true
  return (
    one.length === other.length &&
    one.every(
      ({ variable, value }, at) => variable === other[at]?.variable && value === other[at]?.value,
    )
  )
}

export interface StepTraceDeps extends Pick<StepWindowDeps, 'budget'> {
  readonly index: ArtifactIndex
  readonly programs: Programs
  readonly fixture: LoadedFixture
  /** Runs what is traced, the same each time. */
  readonly run: RunAgain
}

/** Tells a window of the steps of what runs. Throws what the run throws, as when it takes too long. */
export async function traceSteps(deps: StepTraceDeps, choice: StepChoice): Promise<TracedSteps> {
  const { index, programs, fixture, budget, run } = deps
  const codes = new KnownCodes(index)
  await codes.learn(programs, run)
  const preimages = new Map<bigint, Uint8Array>()
  const variables = stateVariables({
    preimages,
    address: (address: Hex) => fixture.labels[address] ?? checksumAddress(hexToBytes(address)),
  })
  const calls = rawTracer(budget, preimages)
  const window = new StepWindow(await windowOf(choice, codes, run), { budget, variables })
  await run(muxTracer([calls, variables, stepTracer(choice.unit, codes, window)]))
  const trace = calls.result()
  const starts = new Set(window.steps.map(({ call }) => call))
  const isWanted = ({ firstInstruction, instructions }: RawFrame): boolean =>
    [...starts].some(
      (start) => start >= firstInstruction && start < firstInstruction + instructions,
    )
  return {
    instructions: trace.root.instructions,
    next: window.next,
    calls: await decodeCalls(trace, isWanted, index, fixture),
    steps: window.steps,
    sources: choice.sources ? window.sources() : undefined,
  }
}

/** A window that ends before an instruction begins at a step that is found by a run of its own. */
async function windowOf(
  { unit, from, before, count, memory }: StepChoice,
  codes: KnownCodes,
  run: RunAgain,
): Promise<WindowChoice> {
  if (before === undefined) return { from, count, memory }
  const last: number[] = []
  const step = ({ instruction }: { readonly instruction: number }) => {
    if (instruction >= before) return
    last.push(instruction)
    if (last.length > count) last.shift()
  }
  await run(stepTracer(unit, codes, { step }))
  return { from: last[0] ?? 0, count: last.length, memory }
}
