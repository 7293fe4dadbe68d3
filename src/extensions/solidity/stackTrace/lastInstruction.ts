import { panicCode } from '../../../execution/executionErrors.ts'
import { bytesToHex } from '../../../lib/hex.ts'
import { decodeFunction, selectorOf } from '../../../wallet/abi.ts'
import { type Instruction, opcodes } from '../sourceMaps.ts'

import { contains, type DeclaredFunction } from '../syntax/readTree.ts'
import type { SourceReference, StackTrace, StackTraceEntry } from './entries.ts'
import { calledFunction, type KnownFrame, lastInstruction, lastReference } from './frameTracer.ts'
import { referenceWithin, startOfConstructor, startOfFunction } from './references.ts'
import { canBeCustomError, customErrorOf } from './revertWords.ts'
import {
  entryBeforeModifier,
  frameOfUnmappedCall,
  mayBeUnmapped,
  withFunctionFirst,
} from './unmappedRevert.ts'
import type { Walk } from './walk.ts'

/** The panic of a call to an internal function that was never set. */
const zeroFunctionPanic = 0x51n

/** What ended it, by the instruction that ran last. */
export function failureByInstruction(walk: Walk): StackTrace | undefined {
  const { frame, hasEntered } = walk
  const last = lastInstruction(frame)
  if (last === undefined) return undefined
  const isEnd = last.opcode === opcodes.revert || last.opcode === opcodes.invalid
  const reverted = isEnd ? failureByRevert(walk, last) : undefined
  if (reverted !== undefined || frame.kind === 'creation' || hasEntered) return reverted
  return failureBeforeFunctions(walk, last)
}

function failureByRevert(walk: Walk, last: Instruction): StackTrace | undefined {
  const { frame, hasEntered } = walk
  const { contract } = frame.program
  const entries = [...walk.entries]
  const isWithin = last.location !== undefined && (frame.kind === 'creation' || hasEntered)
  const around = isWithin ? last.location?.file.functionAt(last.location) : undefined
  if (around?.kind === 'modifier') {
    const before = entryBeforeModifier(walk)
    if (before !== undefined) entries.push(before)
  }
  const specific = panicOf(frame, entries, last) ?? customErrorEntries(frame, entries, last)
  if (specific !== undefined) return withFunctionFirst(frame, specific)
  if (isWithin) {
    // The optimizer moves code out of functions.
    const sourceReference =
      around === undefined ? startOfCalled(frame) : referenceWithin(contract, last.location)
    if (sourceReference === undefined) return undefined
    return withFunctionFirst(frame, [...entries, revertEntry(frame, last, sourceReference)])
  }
  if (last.location !== undefined || frame.output.length === 0) return undefined
  // It reverts with what it was given, somewhere.
  const sourceReference = startOfCalled(frame)
  if (sourceReference === undefined) return undefined
  return withFunctionFirst(frame, [...entries, revertEntry(frame, last, sourceReference)])
}

/** The end of a call before, according to the source map, any function began. */
function failureBeforeFunctions(walk: Walk, last: Instruction): StackTrace {
  const { frame } = walk
  const { contract } = frame.program
  const { location } = last
  const isWithin = (declared: DeclaredFunction | undefined): boolean =>
    declared !== undefined && location !== undefined && contains(declared.location, location)
  const within = referenceWithin(contract, location)
  if (
    last.opcode === opcodes.revert &&
    within !== undefined &&
    (isWithin(contract.fallback) || isWithin(contract.receive))
  ) {
    return [revertEntry(frame, last, within)]
  }
  // Functions can be so small that nothing jumps into them.
  const around = location?.file.functionAt(location)
  if (around !== undefined) {
    return [revertEntry(frame, last, startOfFunction(contract, around))]
  }
  const called = calledFunction(frame)
  if (called !== undefined && !hasValidCalldata(frame)) {
    return [{ type: 'INVALID_PARAMS_ERROR', sourceReference: startOfFunction(contract, called) }]
  }
  if (mayBeUnmapped(frame)) {
    const entry = frameOfUnmappedCall(frame)
    if (entry !== undefined) return [entry]
  }
  return otherFailure(walk)
}

/** Returns a trace without a known reason. */
export function otherFailure({ frame, entries }: Walk): StackTrace {
  return [...entries, { type: 'OTHER_EXECUTION_ERROR', sourceReference: lastReference(frame) }]
}

function panicOf(
  frame: KnownFrame,
  entries: readonly StackTraceEntry[],
  last: Instruction,
): StackTrace | undefined {
  const code = panicCode(frame.output)
  if (code === undefined) return undefined
  // The compiler's own code has jumped to what panics.
  const isInternal = entries.at(-1)?.type === 'INTERNAL_FUNCTION_CALLSTACK_ENTRY'
  let own = isInternal ? entries.slice(0, -1) : entries
  if (code === zeroFunctionPanic) own = own.slice(0, -1)
  const sourceReference =
    referenceWithin(frame.program.contract, last.location) ?? lastReference(frame)
  return [...own, { type: 'PANIC_ERROR', code, sourceReference }]
}

function customErrorEntries(
  frame: KnownFrame,
  entries: readonly StackTraceEntry[],
  last: Instruction,
): StackTrace | undefined {
  if (!canBeCustomError(frame.output)) return undefined
  const { contract } = frame.program
  const error = customErrorOf(frame.output, contract.compiled.abi)
  const sourceReference = referenceWithin(contract, last.location) ?? lastReference(frame)
  return [...entries, { type: 'CUSTOM_ERROR', ...error, sourceReference }]
}

function revertEntry(
  { output }: KnownFrame,
  { opcode }: Instruction,
  sourceReference: SourceReference,
): StackTraceEntry {
  const isInvalidOpcode = opcode === opcodes.invalid
  return { type: 'REVERT_ERROR', data: output, isInvalidOpcode, sourceReference }
}

/** The beginning of what was called from outside; nothing when that is no function by its selector. */
function startOfCalled(frame: KnownFrame): SourceReference | undefined {
  const { contract, isCreation } = frame.program
  if (isCreation) return startOfConstructor(contract)
  const called = calledFunction(frame)
  return called && startOfFunction(contract, called)
}

/** Whether the calldata are what the called function takes; also where the ABI does not have it. */
function hasValidCalldata({ program, calldata }: KnownFrame): boolean {
  const data = bytesToHex(calldata)
  const item = program.contract.compiled.abi.find(
    (item) => item.type === 'function' && data.startsWith(selectorOf(item)),
  )
  return item === undefined || decodeFunction([item], data) !== undefined
}
