import { bytesToHex } from '../../../lib/hex.ts'
import { printable } from '../../../lib/text.ts'
import type { SourceReference, StackTrace, StackTraceEntry } from './entries.ts'

const unknownContract = '<UnrecognizedContract>'
const unknownFunction = '<unknown>'
const maxLineLength = 2_000

/**
 * The lines of a stack trace as Hardhat writes them, from the error to the outermost call:
 * `Token.transfer (contracts/Token.sol:12)`.
 */
export function stackLines(trace: StackTrace): readonly string[] {
  return [...trace].reverse().map((entry) => shown(lineOf(entry, ({ line }) => `${line}`)))
}

/** The same as `stackLines`, with columns as in JavaScript, which test runners show. */
export function stackFrames(trace: StackTrace): readonly string[] {
  return [...trace]
    .reverse()
    .map((entry) => shown(lineOf(entry, ({ line, column }) => `${line}:${column}`)))
}

/** The custom error that a stack trace ends with, such as `TooLittle(5, 9)`. */
export function solidityErrorOf(trace: StackTrace): string | undefined {
  const last = trace.at(-1)
  return last?.type === 'CUSTOM_ERROR' ? last.solidityError : undefined
}

/** Compilers take any name for a file. */
function shown(line: string): string {
  return printable(line, maxLineLength)
}

function lineOf(entry: StackTraceEntry, placeOf: (reference: SourceReference) => string): string {
  switch (entry.type) {
    case 'UNRECOGNIZED_CREATE_CALLSTACK_ENTRY':
    case 'UNRECOGNIZED_CREATE_ERROR':
      return `${unknownContract}.constructor (unknown)`
    case 'UNRECOGNIZED_CONTRACT_CALLSTACK_ENTRY':
    case 'UNRECOGNIZED_CONTRACT_ERROR':
      return `${unknownContract}.${unknownFunction} (${bytesToHex(entry.address)})`
    case 'PRECOMPILE_ERROR':
      return `<PrecompileContract ${entry.precompile}>.<precompile> (unknown)`
  }
  const { type, sourceReference } = entry
  if (sourceReference === undefined) return `${unknownContract}.${unknownFunction} (unknown)`
  const { sourceName, contract } = sourceReference
  if (type === 'INTERNAL_FUNCTION_CALLSTACK_ENTRY') {
    return `${contract}.internal@${entry.pc} (${sourceName})`
  }
  const isUnknownSelector =
    type === 'UNRECOGNIZED_FUNCTION_WITHOUT_FALLBACK_ERROR' ||
    type === 'MISSING_FALLBACK_OR_RECEIVE_ERROR'
  const name = isUnknownSelector
    ? '<unrecognized-selector>'
    : (sourceReference.function ?? unknownFunction)
  return `${contract === undefined ? '' : `${contract}.`}${name} (${sourceName}:${placeOf(sourceReference)})`
}
