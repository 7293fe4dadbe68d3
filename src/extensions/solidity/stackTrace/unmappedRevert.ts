import { equalBytes } from '../../../lib/hex.ts'
import { beginsFrame, opcodes } from '../sourceMaps.ts'
import { isSameLocation, type Location, type SourceFile } from '../syntax/readTree.ts'
import type { SourceReference, StackTrace, StackTraceEntry } from './entries.ts'
import {
  calledFunction,
  instructionAt,
  isFrame,
  isKnown,
  type KnownFrame,
  lastInstruction,
  lastMappedStep,
  staysAt,
} from './frameTracer.ts'
import {
  callEntry,
  isFrom,
  referenceWithin,
  startOfConstructor,
  startOfContract,
  startOfFunction,
} from './references.ts'
import type { InnerFrame, Walk } from './walk.ts'

// From 0.6.3 on, solc 0.6 does not map the REVERT of `require` and `revert` without a reason:
// https://github.com/ethereum/solidity/issues/9006

/** Whether the compiler may have left the last REVERT without a location. */
export function mayBeUnmapped(frame: KnownFrame): boolean {
  const { compiler } = frame.program
  const hasGap =
    compiler !== undefined && isFrom(compiler, [0, 6, 3]) && !isFrom(compiler, [0, 7, 0])
  const last = lastInstruction(frame)
  return hasGap && last?.opcode === opcodes.revert && last.location === undefined
}

/** Where a call reverted of which no function is known to have begun. */
export function frameOfUnmappedCall(frame: KnownFrame): StackTraceEntry | undefined {
  const within = frameOfUnmappedRevert(frame)
  if (within?.sourceReference !== undefined) return within
  const { contract } = frame.program
  const isReceived = contract.receive !== undefined && frame.calldata.length === 0
  const declared = isReceived ? contract.receive : contract.fallback
  if (declared === undefined) return within
  return unmapped(startOfFunction(contract, declared), declared.location.file)
}

/** Where it reverted, by what is before and behind the REVERT. */
export function frameOfUnmappedRevert(frame: KnownFrame): StackTraceEntry | undefined {
  const { contract, instructions, isCreation } = frame.program
  const mapped = lastMappedStep(frame)
  const previous = mapped === undefined ? undefined : instructionAt(frame, mapped)?.location
  const last = lastInstruction(frame)
  const next = last && instructions.get(last.pc + 1)
  if (next !== undefined) return frameBetween(frame, previous, next.location)
  if (isCreation) {
    const reference = referenceWithin(contract, previous)
    // The compiler leaves out what would follow.
    return reference === undefined
      ? unmapped(startOfConstructor(contract))
      : unmapped(reference, previous?.file)
  }
  return previous && unmapped(referenceWithin(contract, previous), previous.file)
}

function frameBetween(
  { program: { contract } }: KnownFrame,
  previous: Location | undefined,
  next: Location | undefined,
): StackTraceEntry | undefined {
  const before = referenceWithin(contract, previous)
  const behind = referenceWithin(contract, next)
  const isRequire = before !== undefined && previous !== undefined && isSameLocation(previous, next)
  if (isRequire) return unmapped(behind)
  if (before !== undefined) return unmapped(before, previous?.file)
  return behind && unmapped(behind, next?.file)
}

/** Returns an unmapped entry. With a file, the line is searched from there on. */
function unmapped(reference: SourceReference | undefined, file?: SourceFile): StackTraceEntry {
  const sourceReference =
    reference && file ? movedTo(lineOfRevert(file, reference.line), reference) : reference
  return { type: 'UNMAPPED_SOLC_0_6_3_REVERT_ERROR', sourceReference }
}

/** Returns the reference in a line; in another line the column means nothing. */
function movedTo(line: number, reference: SourceReference): SourceReference {
  return line === reference.line ? reference : { ...reference, line, column: 1 }
}

/** The line, or the next one that is not empty if that is the one which reverts. */
function lineOfRevert(file: SourceFile, line: number): number {
  if (reverts(file.line(line))) return line
  for (let next = line + 1; next <= file.lineCount; next++) {
    const text = file.line(next)
    if (text.trim() !== '') return reverts(text) ? next : line
  }
  return line
}

function reverts(line: string): boolean {
  return line.includes('require') || line.includes('revert')
}

/** Returns the failure of the last call, if it failed and that was passed on, or if its result could not be decoded. */
export function failureOfInner({ frame, entries, lastInner }: Walk): StackTrace | undefined {
  if (lastInner === undefined) return undefined
  const { program } = frame
  const call = instructionAt(frame, lastInner.step - 1)
  if (call === undefined) return undefined
  const entry = callEntry(program, call)
  if (lastInner.frame.failure === undefined) {
    if (!failsRightAfter(frame, lastInner.step)) return undefined
    const { sourceReference } = entry
    const wrong = { type: 'RETURNDATA_SIZE_ERROR', sourceReference } as const
    return withFunctionFirst(frame, [...entries, wrong])
  }
  if (!isHandedOn(frame, lastInner) && !isHandedOnByProxy(frame, lastInner)) return undefined
  const trace = [...entries, entry, ...lastInner.trace]
  if (hasRunOutOfGas(frame, lastInner)) {
    const { sourceReference } = trace.pop() ?? entry
    trace.push({ type: 'CONTRACT_CALL_RUN_OUT_OF_GAS_ERROR', sourceReference })
  }
  return withFunctionFirst(frame, trace)
}

/** Whether a call or creation could not even begin, as for lack of ether, and that was the end. */
export function failureToBegin({ frame, entries }: Walk): StackTrace | undefined {
  const { program, steps } = frame
  for (let at = steps.length - 2; at >= 0; at--) {
    if (isFrame(steps[at])) return undefined
    const instruction = instructionAt(frame, at)
    if (instruction === undefined || !beginsFrame(instruction.opcode)) continue
    if (isFrame(steps[at + 1]) || !staysAt(frame, at, instruction.location)) continue
    const sourceReference =
      referenceWithin(program.contract, instruction.location) ?? startOfContract(program.contract)
    return withFunctionFirst(frame, [...entries, { type: 'CALL_FAILED_ERROR', sourceReference }])
  }
  return undefined
}

function isHandedOn(frame: KnownFrame, { frame: inner, step }: InnerFrame): boolean {
  if (!equalBytes(frame.output, inner.output)) return false
  if (frame.failure === 'out of gas' && inner.failure === 'out of gas') return true
  return frame.output.length > 0 || failsRightAfter(frame, step)
}

/** Whether it is assembly that calls another contract for its code and returns what that returns. */
function isHandedOnByProxy(frame: KnownFrame, { frame: inner, step }: InnerFrame): boolean {
  if (frame.kind !== 'call' || !isKnown(inner)) return false
  if (instructionAt(frame, step - 1)?.opcode !== opcodes.delegateCall) return false
  if (inner.program.contract.declared.kind === 'library') return false
  if (!equalBytes(frame.output, inner.output)) return false
  for (let at = step + 1; at < frame.steps.length; at++) {
    const instruction = instructionAt(frame, at)
    if (instruction?.location === undefined || instruction.jump !== undefined) return false
  }
  return lastInstruction(frame)?.opcode === opcodes.revert
}

/** Whether a call without enough gas made it revert without a word. */
function hasRunOutOfGas(frame: KnownFrame, { frame: inner, step }: InnerFrame): boolean {
  const isSilent = frame.output.length === 0 && frame.failure === 'revert'
  return isSilent && inner.failure === 'out of gas' && failsRightAfter(frame, step)
}

function failsRightAfter(frame: KnownFrame, innerStep: number): boolean {
  if (lastInstruction(frame)?.opcode !== opcodes.revert) return false
  return staysAt(frame, innerStep + 1, instructionAt(frame, innerStep - 1)?.location)
}

/** A modifier never comes first: before it comes the function that has it. */
export function withFunctionFirst(frame: KnownFrame, trace: StackTrace): StackTrace {
  const [first] = trace
  if (first?.type !== 'CALLSTACK_ENTRY' || first.functionKind !== 'modifier') return trace
  const entry = calledEntry(frame)
  return entry === undefined ? trace : [entry, ...trace]
}

/** The function or constructor that a failing modifier belongs to: the last one that was entered. */
export function entryBeforeModifier({ frame, destinations }: Walk): StackTraceEntry | undefined {
  const last = destinations.at(-1)
  return last === undefined ? calledEntry(frame) : callEntry(frame.program, last)
}

/** What was called from outside. */
function calledEntry(frame: KnownFrame): StackTraceEntry | undefined {
  const { contract, isCreation } = frame.program
  if (isCreation) {
    const sourceReference = startOfConstructor(contract)
    return { type: 'CALLSTACK_ENTRY', sourceReference, functionKind: 'constructor' }
  }
  const received = frame.calldata.length === 0 ? contract.receive : undefined
  const called = calledFunction(frame) ?? received ?? contract.fallback
  if (called === undefined) return undefined
  const start = startOfFunction(contract, called)
  // Here Hardhat has the name that stands in the source, which for a receive function is none.
  const sourceReference = called === received ? { ...start, function: called.name } : start
  return { type: 'CALLSTACK_ENTRY', sourceReference, functionKind: called.kind }
}
