import { opcodes } from '../sourceMaps/opcodes.ts'
import { isFrom } from './compilerVersion.ts'
import type { StackTrace } from './entries.ts'
import { instructionAt, type KnownFrame } from './knownFrame.ts'

// From 0.6.9 on, solc maps the checks that it adds to the code which they are for. Such a revert
// without a word is known by the instructions before it, counted from the end.

/** The trace with the check that failed in place of a plain revert. */
export function withCompilerChecks(frame: KnownFrame, trace: StackTrace): StackTrace {
  const last = trace.at(-1)
  const isSilent = last?.type === 'REVERT_ERROR' && !last.isInvalidOpcode && last.data.length === 0
  if (!isSilent || !isFrom(frame.program.compiler, [0, 6, 9])) return trace
  const type = failedCheck(frame)
  if (type === undefined) return trace
  return [...trace.slice(0, -1), { type, sourceReference: last.sourceReference }]
}

function failedCheck(
  frame: KnownFrame,
): 'NONCONTRACT_ACCOUNT_CALLED_ERROR' | 'INVALID_PARAMS_ERROR' | undefined {
  const ran = (from: number, ...expected: readonly number[]): boolean =>
    expected.every((opcode, index) => instructionAt(frame, from + index)?.opcode === opcode)
  const { extCodeSize, isZero, duplicate1, codeSize, codeCopy, callDataSize, lessThan } = opcodes
  if (ran(-9, extCodeSize, isZero, duplicate1, isZero)) return 'NONCONTRACT_ACCOUNT_CALLED_ERROR'
  const isArguments =
    frame.kind === 'creation' ? ran(-20, codeSize) && ran(-15, codeCopy) : ran(-11, callDataSize)
  return isArguments && ran(-7, lessThan, isZero) ? 'INVALID_PARAMS_ERROR' : undefined
}
