import { panicCode, revertReason } from '../../../execution/executionErrors.ts'
import type { RunAgain } from '../../../execution/trace/tracer.ts'
import { bytesToHex, quantity } from '../../../lib/hex.ts'
import type { Explainer } from '../../../rpc/registry.ts'
import { codedError, RpcError } from '../../../rpc/rpcError.ts'
import type { SolidityStackEntry } from '../../../types/solidity/reports.ts'
import type { StackTrace, StackTraceEntry } from '../stackTrace/entries.ts'
import { solidityErrorOf, stackFrames, stackLines } from '../stackTrace/stackLines.ts'
import { stackTraceOf } from './solidity.ts'

/** What errors of contracts that are known have beside code, message and data. */
interface SolidityExplanation {
  /** A custom error by name: `TooLittle(5, 9)`. */
  readonly solidityError?: string | undefined
  /** A line for each function that it went through, the error first: `Token.transfer (contracts/Token.sol:12)`. */
  readonly solidityStack: string
}

/** A failure of a contract, with the lines that it comes from; with columns they are in `stack` too. */
export class SolidityError extends RpcError implements SolidityExplanation {
  /** The entries from the outermost call to the error. */
  readonly stackTrace: readonly SolidityStackEntry[]
  declare readonly solidityError?: string | undefined
  readonly solidityStack: string

  constructor(
    { code, message, data, transactionHash }: RpcError,
    stackTrace: readonly SolidityStackEntry[],
    {
      solidityError,
      solidityStack,
      frames,
    }: SolidityExplanation & { readonly frames: readonly string[] },
  ) {
    super(code, message, data, transactionHash)
    this.name = 'SolidityError'
    this.stackTrace = stackTrace
    if (solidityError !== undefined) this.solidityError = solidityError
    this.solidityStack = solidityStack
    // Without our own frames, as only ten are kept: those of the test are behind them.
    Error.captureStackTrace?.(this, explainer.explain)
    const callers = (this.stack ?? '').split('\n').filter((line) => line.startsWith('    at '))
    const own = frames.map((frame) => `    at ${frame}`)
    this.stack = [`${this.name}: ${message}`, ...own, ...callers].join('\n')
  }
}

/** What is known of where failures of the EVM come from. */
const traces = new WeakMap<object, StackTrace>()

/** Where a failure of the EVM comes from, as far as that was found out. */
export function traceOf(failure: object): StackTrace | undefined {
  return traces.get(failure)
}

/** What a failure of the EVM has beside its message, as far as that was found out. */
export function explanationOf(failure: unknown): SolidityExplanation | undefined {
  const trace = failure instanceof Error ? traces.get(failure) : undefined
  return trace && explanation(trace)
}

/** A custom error by name, and a line for each function that it went through, the error first. */
export function explanation(trace: StackTrace): SolidityExplanation {
  const solidityError = solidityErrorOf(trace)
  const solidityStack = stackLines(trace).join('\n')
  return solidityError === undefined ? { solidityStack } : { solidityError, solidityStack }
}

/** Says where in the source of contracts failures of the EVM come from. */
export const explainer: Explainer = {
  async find(thrown, devnet) {
    if (!(thrown instanceof Error) || traces.has(thrown)) return
    const { runAgain } = thrown as { readonly runAgain?: RunAgain }
    if (runAgain === undefined) return
    const trace = await stackTraceOf(devnet, runAgain)
    if (trace !== undefined) traces.set(thrown, trace)
  },
  explain(error, thrown) {
    const trace = thrown instanceof Error ? traces.get(thrown) : undefined
    const coded = trace && codedError(error)
    return trace && coded ? explained(coded, trace) : error
  },
}

/** Says of an error where it comes from. */
function explained(error: RpcError, trace: StackTrace): SolidityError {
  return new SolidityError(error, trace.map(formatStackEntry), {
    ...explanation(trace),
    frames: stackFrames(trace),
  })
}

/** Remembers where an error that is made after that comes from. */
export function withTrace<Failure extends Error>(
  failure: Failure,
  trace: StackTrace | undefined,
): Failure {
  if (trace !== undefined) traces.set(failure, trace)
  return failure
}

/** An entry as JSON can say it. */
export function formatStackEntry(entry: StackTraceEntry): SolidityStackEntry {
  const { type, sourceReference } = entry
  return {
    type,
    ...(sourceReference && { sourceReference }),
    ...('message' in entry && { message: entry.message }),
    ...('data' in entry && {
      message: textOf(entry.data),
      returnData: bytesToHex(entry.data),
      isInvalidOpcodeError: entry.isInvalidOpcode,
    }),
    ...('code' in entry && { errorCode: quantity(entry.code) }),
    ...('value' in entry && { value: quantity(entry.value) }),
    ...('address' in entry && { address: bytesToHex(entry.address) }),
    ...('pc' in entry && { pc: entry.pc }),
    ...('precompile' in entry && { precompile: entry.precompile }),
  }
}

/** The reason that a contract gave; empty for a panic, a custom error and nothing. */
function textOf(data: Uint8Array): string {
  return panicCode(data) === undefined ? (revertReason(data) ?? '') : ''
}
