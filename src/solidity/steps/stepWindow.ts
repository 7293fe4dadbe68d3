import { opcodeName } from '../../ethereumjs/opcodes.ts'
import type { Budget } from '../../execution/trace/frames.ts'
import type { Step, TraceHooks } from '../../execution/trace/tracer.ts'
import { bytesToHex, quantity } from '../../lib/hex.ts'
import type {
  OpenFunction,
  SourcePart,
  StateVariable,
  StepChoice,
  StepUnit,
  TracedStep,
} from '../../types/solidity/tracedSteps.ts'
import { referenceWithin } from '../stackTrace/references.ts'
import type { Program } from '../syntax/program.ts'
import type { Location, SourceFile } from '../syntax/readTree.ts'
import { FrameWalk, type StateVariables } from './frameWalk.ts'
import type { KnownCode, KnownCodes } from './knownCodes.ts'

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

/** Who wants to know of steps. */
interface StepListener {
  step(step: UnitStep): void
  /** The instruction, which a step may have begun with, could not begin. */
  fault?(instruction: number, error: string): void
}

/** Tells which instructions begin a step. */
export function stepTracer(unit: StepUnit, codes: KnownCodes, listener: StepListener): TraceHooks {
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

export type WindowChoice = Pick<StepChoice, 'from' | 'count' | 'memory'>

export interface StepWindowDeps {
  readonly budget: Budget
  readonly variables: StateVariables
}

/** What a step counts in the budget of a trace, whose unit is characters. */
const stepLength = 300
const itemLength = 20

/** Keeps the steps of a window. */
export class StepWindow implements StepListener {
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
    if (this.steps.length < count) this.steps.push(this.#told(unit))
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

  #told({ instruction, step, frame, location }: UnitStep): TracedStep {
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
