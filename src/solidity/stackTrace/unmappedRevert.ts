import { opcodes } from '../sourceMaps.ts'
import { isSameLocation, type Location, type SourceFile } from '../syntax/sourceFile.ts'
import { isFrom } from './compilerVersion.ts'
import type { SourceReference, StackTraceEntry } from './entries.ts'
import { instructionAt, type KnownFrame, lastInstruction, lastMappedStep } from './knownFrame.ts'
import { referenceWithin, startOfConstructor, startOfFunction } from './references.ts'

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

/** With a file, the line is looked for from there on. */
function unmapped(reference: SourceReference | undefined, file?: SourceFile): StackTraceEntry {
  const sourceReference =
    reference && file ? movedTo(lineOfRevert(file, reference.line), reference) : reference
  return { type: 'UNMAPPED_SOLC_0_6_3_REVERT_ERROR', sourceReference }
}

/** In another line the column says nothing. */
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
