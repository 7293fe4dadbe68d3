import type { Budget } from '../../../execution/trace/frames.ts'
import type { RunAgain } from '../../../execution/trace/tracer.ts'
import { bytesToBigInt, equalBytes } from '../../../lib/hex.ts'
import type { ArtifactIndex } from '../artifacts/artifactIndex.ts'
import { opcodes } from '../sourceMaps.ts'
import type { Programs } from '../syntax/program.ts'
import { inferVyper } from '../vyper/inferVyper.ts'
import { isVyper } from '../vyper/vyperMap.ts'
import type { SourceReference, StackTrace } from './entries.ts'
import {
  type Frame,
  frameTracer,
  instructionAt,
  isFrame,
  isKnown,
  type KnownFrame,
  lastMappedStep,
  lastReference,
} from './frameTracer.ts'
import { failureByInstruction, otherFailure } from './lastInstruction.ts'
import { isFrom, startOfConstructor } from './references.ts'
import {
  failureOfInner,
  failureToBegin,
  frameOfUnmappedRevert,
  mayBeUnmapped,
} from './unmappedRevert.ts'
import { errorBeforeFunctions, type Walk, walk } from './walk.ts'

// From 0.6.9 on, solc maps the checks that it adds to the code which they are for. Such a revert
// without a word is known by the instructions before it, counted from the end.

/** The trace with the check that failed in place of a plain revert. */
function withCompilerChecks(frame: KnownFrame, trace: StackTrace): StackTrace {
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

/** The trace without entries whose code holds that of the next one, unless a function calls itself. */
function withoutRedundant(trace: StackTrace): StackTrace {
  return trace.filter((entry, index) => {
    const own = entry.sourceReference
    const next = trace[index + 1]
    const following = next?.sourceReference
    if (next === undefined || own === undefined || following === undefined) return true
    const second = trace[index + 2]
    if (
      entry.type === 'CALLSTACK_ENTRY' &&
      second?.type === 'RETURNDATA_SIZE_ERROR' &&
      second.sourceReference !== undefined &&
      isSame(own, second.sourceReference)
    ) {
      return false
    }
    // What a constructor runs is in the range of its contract.
    if (own.function === 'constructor' && following.function !== 'constructor') return true
    if (index > 0 && entry.type === next.type && isSame(own, following)) return true
    return !(own.range[0] <= following.range[0] && following.range[1] <= own.range[1])
  })
}

function isSame(one: SourceReference, other: SourceReference): boolean {
  return (
    one.line === other.line && one.range[0] === other.range[0] && one.range[1] === other.range[1]
  )
}

/**
 * Why a frame failed, from the outermost call to the error, as Hardhat infers it from what ran; empty
 * when it has not failed. Programs of known contracts are in the frames already.
 */
function inferStackTrace(frame: Frame): StackTrace {
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

interface Known {
  readonly index: ArtifactIndex
  readonly programs: Programs
}

/** Why what runs fails, by what is known of contracts; empty when it does not fail. */
export async function explainFrame(
  known: Known,
  budget: Budget,
  run: RunAgain,
): Promise<StackTrace> {
  const tracer = frameTracer(budget)
  await run(tracer)
  const frame = tracer.result()
  if (frame === undefined) return []
  await findPrograms(frame, known)
  return inferStackTrace(frame)
}

async function findPrograms(frame: Frame, known: Known): Promise<void> {
  const { index, programs } = known
  const isCreation = frame.kind === 'creation'
  const compiled = isCreation ? index.byInitCode(frame.code) : index.byCode(frame.code)
  if (compiled !== undefined) frame.program = await programs.of(compiled, isCreation)
  for (const step of frame.steps) {
    if (isFrame(step)) await findPrograms(step, known)
  }
}
