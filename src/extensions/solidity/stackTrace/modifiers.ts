import type { StackTrace, StackTraceEntry } from './entries.ts'
import { calledFunction, type KnownFrame } from './frameTracer.ts'
import { callEntry, startOfConstructor, startOfFunction } from './references.ts'
import type { Walk } from './walk.ts'

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
