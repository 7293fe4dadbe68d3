import { bytesToHex } from '../../lib/hex.ts'
import type { Instruction } from '../sourceMaps.ts'
import type { Program } from '../syntax/program.ts'
import type { DeclaredFunction, Location } from '../syntax/sourceFile.ts'
import { isSameLocation } from '../syntax/sourceFile.ts'
import type { SourceReference } from './entries.ts'
import { type Frame, isFrame } from './frameTracer.ts'
import { referenceWithin } from './references.ts'

/** A frame whose contract is known. */
export interface KnownFrame extends Frame {
  readonly program: Program
}

export function isKnown(frame: Frame): frame is KnownFrame {
  return frame.program !== undefined
}

/** The instruction at a step; nothing for a frame, and for code that is not mapped. */
export function instructionAt(frame: KnownFrame, step: number): Instruction | undefined {
  const pc = frame.steps.at(step)
  return typeof pc === 'number' ? frame.program.instructions.get(pc) : undefined
}

export function lastInstruction(frame: KnownFrame): Instruction | undefined {
  return frame.steps.length === 0 ? undefined : instructionAt(frame, -1)
}

/** The function that the calldata ask for. */
export function calledFunction({ program, calldata }: KnownFrame): DeclaredFunction | undefined {
  if (program.isCreation || calldata.length < 4) return undefined
  return program.contract.external.get(bytesToHex(calldata.subarray(0, 4)).slice(2))
}

/** Whether all that follows, from a step on, is at one location or at none. */
export function staysAt(frame: KnownFrame, step: number, location: Location | undefined): boolean {
  for (let at = step; at < frame.steps.length; at++) {
    const instruction = instructionAt(frame, at)
    if (instruction === undefined) return false
    if (instruction.location === undefined) continue
    if (!isSameLocation(instruction.location, location)) return false
  }
  return true
}

/** The last step with a location, unless a frame comes after it. */
export function lastMappedStep(frame: KnownFrame): number | undefined {
  for (let at = frame.steps.length - 1; at >= 0; at--) {
    if (isFrame(frame.steps[at])) return undefined
    if (instructionAt(frame, at)?.location !== undefined) return at
  }
  return undefined
}

/** Where it last was within a function. */
export function lastReference(frame: KnownFrame): SourceReference | undefined {
  for (let at = frame.steps.length - 1; at >= 0; at--) {
    const { location } = instructionAt(frame, at) ?? {}
    const reference = referenceWithin(frame.program.contract, location)
    if (reference !== undefined) return reference
  }
  return undefined
}
