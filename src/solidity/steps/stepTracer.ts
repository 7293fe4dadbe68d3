import type { Step, TraceHooks } from '../../execution/trace/tracer.ts'
import type { StepUnit } from '../../types/solidity/tracedSteps.ts'
import type { Location } from '../syntax/sourceFile.ts'
import { FrameWalk } from './frameWalk.ts'
import type { KnownCode, KnownCodes } from './knownCodes.ts'

/** The frame that a step is in. */
export interface StepFrame {
  /** How many instructions had run before it. */
  readonly firstInstruction: number
  readonly known: KnownCode | undefined
  readonly walk: FrameWalk
}

/** A step of the unit that is followed, before it runs. */
export interface UnitStep {
  /** How many instructions have run before it. */
  readonly instruction: number
  readonly step: Step
  readonly frame: StepFrame
  /** Nothing for what the compiler has added, and where no source is known. */
  readonly location: Location | undefined
}

/** Who wants to know of steps. */
export interface StepListener {
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
