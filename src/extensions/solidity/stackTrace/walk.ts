import { type Instruction, opcodes } from '../sourceMaps.ts'
import { isSameLocation } from '../syntax/readTree.ts'
import type { StackTrace, StackTraceEntry } from './entries.ts'
import {
  calledFunction,
  type Frame,
  instructionAt,
  isFrame,
  type KnownFrame,
  lastInstruction,
} from './frameTracer.ts'
import {
  callEntry,
  isFrom,
  startOfConstructor,
  startOfContract,
  startOfFunction,
} from './references.ts'

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

/** What the compiler checks before any function begins: it fails without a message. */
export function errorBeforeFunctions(frame: KnownFrame): StackTrace | undefined {
  return frame.kind === 'creation' ? errorOfCreation(frame) : errorOfCall(frame)
}

function errorOfCall(frame: KnownFrame): StackTrace | undefined {
  const { program, calldata, value, output, depth } = frame
  const { contract, compiler } = program
  const { declared, fallback, receive } = contract
  const called = calledFunction(frame)
  if (depth === 0 && declared.kind === 'library') {
    const sourceReference =
      called === undefined ? startOfContract(contract) : startOfFunction(contract, called)
    return [{ type: 'DIRECT_LIBRARY_CALL_ERROR', sourceReference }]
  }
  if (output.length > 0) return undefined
  if (called !== undefined) {
    const isRefused = value > 0n && declared.kind !== 'library' && !called.isPayable
    if (!isRefused) return undefined
    const sourceReference = startOfFunction(contract, called)
    return [{ type: 'FUNCTION_NOT_PAYABLE_ERROR', value, sourceReference }]
  }
  const isEmpty = calldata.length === 0
  const lacksReceive = isEmpty && receive === undefined && isFrom(compiler, [0, 6, 0])
  if (fallback === undefined) {
    if (isEmpty && receive !== undefined) return undefined
    const sourceReference = startOfContract(contract)
    return lacksReceive
      ? [{ type: 'MISSING_FALLBACK_OR_RECEIVE_ERROR', sourceReference }]
      : [{ type: 'UNRECOGNIZED_FUNCTION_WITHOUT_FALLBACK_ERROR', sourceReference }]
  }
  if (value === 0n || fallback.isPayable || (isEmpty && receive !== undefined)) return undefined
  const sourceReference = startOfFunction(contract, fallback)
  return lacksReceive
    ? [{ type: 'FALLBACK_NOT_PAYABLE_AND_NO_RECEIVE_ERROR', value, sourceReference }]
    : [{ type: 'FALLBACK_NOT_PAYABLE_ERROR', value, sourceReference }]
}

function errorOfCreation(frame: KnownFrame): StackTrace | undefined {
  const { program, value, output } = frame
  const { contract } = program
  const { constructorFunction } = contract
  // Without one, the compiler checks no arguments.
  if (output.length > 0 || constructorFunction === undefined) return undefined
  const sourceReference = startOfConstructor(contract)
  if (value > 0n && !constructorFunction.isPayable) {
    return [{ type: 'FUNCTION_NOT_PAYABLE_ERROR', value, sourceReference }]
  }
  return hasWrongArguments(frame) ? [{ type: 'INVALID_PARAMS_ERROR', sourceReference }] : undefined
}

/** Whether it gave up before the constructor began, having looked at how many arguments there are. */
function hasWrongArguments(frame: KnownFrame): boolean {
  const { contract, compiler } = frame.program
  const last = lastInstruction(frame)
  if (!isFrom(compiler, [0, 5, 9])) return false
  if (last?.opcode !== opcodes.revert || last.location !== undefined) return false
  const known = [contract.declared.location, contract.constructorFunction?.location]
  let hasAskedForSize = false
  for (const [at, step] of frame.steps.entries()) {
    const instruction = instructionAt(frame, at)
    if (isFrame(step) || instruction === undefined) return false
    const { location, opcode } = instruction
    if (location !== undefined && !known.some((one) => isSameLocation(location, one))) return false
    if (opcode === opcodes.codeSize) hasAskedForSize = true
  }
  return hasAskedForSize
}
