import type { FrameKind } from '../../types/solidity/callTrace.ts'
import { type CallFrame, callTracer } from './callTracer.ts'
import type { Budget } from './frames.ts'
import type { TracedTransaction, Tracer } from './tracer.ts'

export interface FlatCallTracerOptions {
  /** Says errors in Parity's words. */
  readonly convertParityErrors?: boolean | undefined
  /** Tells calls of precompiles too. */
  readonly includePrecompiles?: boolean | undefined
}

/** A frame and where it stands in the tree of frames. */
export interface FlatCallFrame {
  readonly frame: CallFrame
  /** In geth's words, or in Parity's. */
  readonly error: string | undefined
  /** How many frames it has begun. */
  readonly subtraces: number
  /** Its position among the frames of each frame around it, from the outermost on. */
  readonly traceAddress: readonly number[]
}

/** Characters of a position in an answer. */
const addressItemLength = 3

const precompileKinds: ReadonlySet<FrameKind> = new Set(['CALL', 'STATICCALL'])

/** Tells frames one after the other, as Parity did: geth's `flatCallTracer`. */
export function flatCallTracer(
  options: FlatCallTracerOptions,
  budget: Budget,
): Tracer<readonly FlatCallFrame[]> {
  const { convertParityErrors = false, includePrecompiles = false } = options
  const nested = callTracer({}, budget)
  let transaction: TracedTransaction | undefined

  function isTold({ kind, to }: CallFrame): boolean {
    if (includePrecompiles || to === undefined || !precompileKinds.has(kind)) return true
    return !transaction?.isPrecompile(to)
  }

  function flatten(
    frame: CallFrame,
    traceAddress: readonly number[],
    flat: FlatCallFrame[],
  ): readonly FlatCallFrame[] {
    const calls = frame.calls.filter(isTold)
    budget.spend(addressItemLength * traceAddress.length)
    const error = convertParityErrors ? parityError(frame.error) : frame.error
    flat.push({ frame, error, subtraces: calls.length, traceAddress })
    for (const [position, call] of calls.entries()) {
      flatten(call, [...traceAddress, position], flat)
    }
    return flat
  }

  return {
    ...nested,
    start: (started) => {
      transaction = started
      nested.start?.(started)
    },
    result: () => flatten(nested.result(), [], []),
  }
}

/** geth's errors with what Parity called them. */
const parityErrors: readonly (readonly [begin: string, parity: string])[] = [
  ['contract creation code storage out of gas', 'Out of gas'],
  ['out of gas', 'Out of gas'],
  ['gas uint64 overflow', 'Out of gas'],
  ['max code size exceeded', 'Out of gas'],
  ['invalid jump destination', 'Bad jump destination'],
  ['execution reverted', 'Reverted'],
  ['return data out of bounds', 'Out of bounds'],
  ['stack limit reached 1024 (1023)', 'Out of stack'],
  ['precompiled failed', 'Built-in failed'],
  ['invalid input length', 'Built-in failed'],
  ['invalid opcode:', 'Bad instruction'],
  ['stack underflow', 'Stack underflow'],
]

function parityError(error: string | undefined): string | undefined {
  const match = parityErrors.find(([begin]) => error?.startsWith(begin))
  return match?.[1] ?? error
}
