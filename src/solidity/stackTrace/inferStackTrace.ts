import { bytesToBigInt, equalBytes } from '../../lib/hex.ts'
import { opcodes } from '../sourceMaps/opcodes.ts'
import { inferVyper } from '../vyper/inferVyper.ts'
import { isVyper } from '../vyper/vyperMap.ts'
import { errorBeforeFunctions } from './beforeWalk.ts'
import { withCompilerChecks } from './compilerChecks.ts'
import type { StackTrace } from './entries.ts'
import { type Frame, isFrame } from './frame.ts'
import { failureOfInner, failureToBegin } from './innerFailure.ts'
import { instructionAt, isKnown, lastMappedStep, lastReference } from './knownFrame.ts'
import { failureByInstruction, otherFailure } from './lastInstruction.ts'
import { withoutRedundant } from './redundantEntries.ts'
import { startOfConstructor } from './references.ts'
import { frameOfUnmappedRevert, mayBeUnmapped } from './unmappedRevert.ts'
import { type Walk, walk } from './walk.ts'

/**
 * Why a frame failed, from the outermost call to the error, as Hardhat infers it from what ran; empty
 * when it has not failed. Programs of known contracts are in the frames already.
 */
export function inferStackTrace(frame: Frame): StackTrace {
  if (frame.failure === undefined) return []
  if (frame.kind === 'precompile') {
    return [{ type: 'PRECOMPILE_ERROR', precompile: Number(bytesToBigInt(frame.address)) }]
  }
  if (!isKnown(frame)) return traceOfUnknown(frame)
  if (isVyper(frame.program.contract.compiled.sourceName)) return inferVyper(frame, inferStackTrace)
  const early = errorBeforeFunctions(frame)
  if (early !== undefined) return early
  const trace = withoutRedundant(inferFrom(walk(frame, inferStackTrace)))
  return withCompilerChecks(frame, trace)
}

/** The first rule that applies. */
function inferFrom(walked: Walk): StackTrace {
  const { frame, entries } = walked
  return (
    failureOfInner(walked) ??
    failureToBegin(walked) ??
    failureByInstruction(walked) ??
    callOfNoContract(walked) ??
    unmappedRevert(walked) ??
    (frame.failure === 'code too large'
      ? [
          {
            type: 'CONTRACT_TOO_LARGE_ERROR',
            sourceReference: startOfConstructor(frame.program.contract),
          },
        ]
      : undefined) ??
    otherFailure({ ...walked, entries })
  )
}

/** Solidity looks whether there is code before it calls. */
function callOfNoContract({ frame, entries }: Walk): StackTrace | undefined {
  const last = lastMappedStep(frame)
  if (last === undefined || last === 0) return undefined
  const isCheck =
    instructionAt(frame, last)?.opcode === opcodes.isZero &&
    instructionAt(frame, last - 1)?.opcode === opcodes.extCodeSize
  if (!isCheck) return undefined
  const sourceReference = lastReference(frame)
  return [...entries, { type: 'NONCONTRACT_ACCOUNT_CALLED_ERROR', sourceReference }]
}

function unmappedRevert({ frame, entries }: Walk): StackTrace | undefined {
  const entry = mayBeUnmapped(frame) ? frameOfUnmappedRevert(frame) : undefined
  return entry && [...entries, entry]
}

/** Nothing is known of a contract but what it reverted with, and whether that came from one it called. */
function traceOfUnknown(frame: Frame): StackTrace {
  const { kind, address, output, failure, steps } = frame
  const inner = steps.filter(isFrame).at(-1)
  if (inner?.failure !== undefined && equalBytes(output, inner.output)) {
    const trace = inferStackTrace(inner)
    return kind === 'creation'
      ? [{ type: 'UNRECOGNIZED_CREATE_CALLSTACK_ENTRY' }, ...trace]
      : [{ type: 'UNRECOGNIZED_CONTRACT_CALLSTACK_ENTRY', address }, ...trace]
  }
  if (failure === 'code too large') {
    return [{ type: 'CONTRACT_TOO_LARGE_ERROR', sourceReference: undefined }]
  }
  const reverted = { data: output, isInvalidOpcode: failure === 'invalid opcode' }
  return kind === 'creation'
    ? [{ type: 'UNRECOGNIZED_CREATE_ERROR', ...reverted }]
    : [{ type: 'UNRECOGNIZED_CONTRACT_ERROR', address, ...reverted }]
}
