import { bytesToHex, equalBytes } from '../../../lib/hex.ts'
import { opcodes } from '../sourceMaps.ts'
import type { SourceReference, StackTrace, StackTraceEntry } from '../stackTrace/entries.ts'
import {
  calledFunction,
  type Frame,
  instructionAt,
  isFrame,
  type KnownFrame,
} from '../stackTrace/frameTracer.ts'

import { referenceWithin, startOfContract, startOfFunction } from '../stackTrace/references.ts'
import { type CustomError, canBeCustomError, customErrorOf } from '../stackTrace/revertWords.ts'

/** Where a frame was when it ended. */
interface Place {
  /** The functions that were entered and not left. */
  readonly entries: readonly SourceReference[]
  /** Where it was last; nothing before any function began. */
  readonly at: SourceReference | undefined
  /** The last frame that it began, unless it went on to another line. */
  readonly inner: Frame | undefined
}

/**
 * Why a contract of Vyper failed. Its compiler maps few instructions to source, and
 * all that fails in a contract reverts at one place: it failed where it was last known to be.
 */
export function inferVyper(frame: KnownFrame, traceOf: (inner: Frame) => StackTrace): StackTrace {
  const early = errorBeforeFunctions(frame)
  if (early !== undefined) return early
  const { entries, at, inner } = follow(frame)
  const { contract } = frame.program
  const called = calledFunction(frame)
  const sourceReference =
    at ?? (called ? startOfFunction(contract, called) : startOfContract(contract))
  const before = entries.map(callEntry)
  if (inner?.failure !== undefined && equalBytes(inner.output, frame.output)) {
    return [...before, callEntry(sourceReference), ...traceOf(inner)]
  }
  return [...before, { ...failureOf(frame, at !== undefined), sourceReference }]
}

/** What is checked before any function begins, as the compiler says nothing of it. */
function errorBeforeFunctions(frame: KnownFrame): StackTrace | undefined {
  const { program, value, output, calldata } = frame
  const { contract, isCreation } = program
  if (output.length > 0) return undefined
  const called = isCreation ? contract.constructorFunction : calledFunction(frame)
  if (called !== undefined) {
    return value > 0n && !called.isPayable
      ? [
          {
            type: 'FUNCTION_NOT_PAYABLE_ERROR',
            value,
            sourceReference: startOfFunction(contract, called),
          },
        ]
      : undefined
  }
  const { selectors } = contract.compiled
  // A function of another module is not in this source.
  const isKnown =
    selectors.size === 0 || selectors.has(bytesToHex(calldata.subarray(0, 4)).slice(2))
  if (isCreation || isKnown) return undefined
  const { fallback } = contract
  if (fallback === undefined) {
    const sourceReference = startOfContract(contract)
    return [{ type: 'UNRECOGNIZED_FUNCTION_WITHOUT_FALLBACK_ERROR', sourceReference }]
  }
  if (value === 0n || fallback.isPayable) return undefined
  const sourceReference = startOfFunction(contract, fallback)
  return [{ type: 'FALLBACK_NOT_PAYABLE_ERROR', value, sourceReference }]
}

function follow(frame: KnownFrame): Place {
  const { contract } = frame.program
  const entries: SourceReference[] = []
  let at: SourceReference | undefined
  let inner: Frame | undefined
  for (const [index, step] of frame.steps.entries()) {
    if (isFrame(step)) {
      inner = step
      continue
    }
    const instruction = frame.program.instructions.get(step)
    const reference = referenceWithin(contract, instruction?.location)
    if (reference !== undefined) {
      if (reference.line !== at?.line) inner = undefined
      at = reference
    }
    if (instruction?.jump === 'in' && at !== undefined) {
      const next = index + 1 < frame.steps.length ? instructionAt(frame, index + 1) : undefined
      if (next?.opcode === opcodes.jumpDestination) entries.push(at)
    } else if (instruction?.jump === 'out') at = entries.pop() ?? at
  }
  return { entries, at, inner }
}

type Failure =
  | { readonly type: 'REVERT_ERROR'; readonly data: Uint8Array; readonly isInvalidOpcode: boolean }
  | ({ readonly type: 'CUSTOM_ERROR' } & CustomError)
  | {
      readonly type: 'INVALID_PARAMS_ERROR' | 'CONTRACT_TOO_LARGE_ERROR' | 'OTHER_EXECUTION_ERROR'
    }

function failureOf({ failure, output, program }: KnownFrame, hasBegun: boolean): Failure {
  if (failure === 'code too large') return { type: 'CONTRACT_TOO_LARGE_ERROR' }
  if (failure === 'out of gas' || failure === 'other') return { type: 'OTHER_EXECUTION_ERROR' }
  if (canBeCustomError(output)) {
    return { type: 'CUSTOM_ERROR', ...customErrorOf(output, program.contract.compiled.abi) }
  }
  // Arguments are checked before the first statement.
  if (!hasBegun && output.length === 0) return { type: 'INVALID_PARAMS_ERROR' }
  return { type: 'REVERT_ERROR', data: output, isInvalidOpcode: failure === 'invalid opcode' }
}

function callEntry(sourceReference: SourceReference): StackTraceEntry {
  return { type: 'CALLSTACK_ENTRY', sourceReference, functionKind: 'function' }
}
