import type { Instruction } from '../sourceMaps/instructions.ts'
import { opcodes } from '../sourceMaps/opcodes.ts'
import type { StackTrace, StackTraceEntry } from './entries.ts'
import { type Frame, isFrame } from './frame.ts'
import { instructionAt, type KnownFrame } from './knownFrame.ts'
import { callEntry } from './references.ts'

/** What a failed frame did, up to its end. */
export interface Walk {
  readonly frame: KnownFrame
  /** The functions that were entered and not left, as the jumps into them. */
  readonly entries: readonly StackTraceEntry[]
  /** Where those functions begin, and that which was called. */
  readonly destinations: readonly Instruction[]
  /** Whether the code of a function has begun: before that is what finds the function. */
  readonly hasEntered: boolean
  /** The last frame that it began. */
  readonly lastInner: InnerFrame | undefined
}

/** A frame that another one began, with its own stack trace. */
export interface InnerFrame {
  readonly frame: Frame
  /** Among the steps of the other one. */
  readonly step: number
  readonly trace: StackTrace
}

/** Follows the jumps that the source map marks. `traceOf` gives the stack trace of an inner frame. */
export function walk(frame: KnownFrame, traceOf: (inner: Frame) => StackTrace): Walk {
  const entries: StackTraceEntry[] = []
  const destinations: Instruction[] = []
  const lastInner = lastInnerOf(frame, traceOf)
  let hasEntered = false
  for (const [at, step] of frame.steps.entries()) {
    if (isFrame(step)) continue
    const instruction = frame.program.instructions.get(step)
    if (instruction?.jump === 'in') {
      const next = at + 1 < frame.steps.length ? instructionAt(frame, at + 1) : undefined
      if (next?.opcode !== opcodes.jumpDestination) continue
      if (next.location !== undefined) hasEntered = true
      if (hasEntered || frame.kind === 'creation') {
        entries.push(callEntry(frame.program, instruction))
      }
      destinations.push(next)
    } else if (instruction?.jump === 'out') {
      entries.pop()
      destinations.pop()
    }
  }
  return { frame, entries, destinations, hasEntered, lastInner }
}

function lastInnerOf(
  { steps }: KnownFrame,
  traceOf: (inner: Frame) => StackTrace,
): InnerFrame | undefined {
  for (let step = steps.length - 1; step >= 0; step--) {
    const frame = steps[step]
    if (isFrame(frame)) return { frame, step, trace: traceOf(frame) }
  }
  return undefined
}
