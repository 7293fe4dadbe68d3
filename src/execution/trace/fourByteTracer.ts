import { bytesToHex } from '../../lib/hex.ts'
import type { FrameKind } from '../../types/solidity/callTrace.ts'
import type { Budget } from './budget.ts'
import type { TracedTransaction, Tracer } from './tracer.ts'

/** Characters of an entry in an answer. */
const entryLength = 30

const callKinds: ReadonlySet<FrameKind> = new Set([
  'CALL',
  'CALLCODE',
  'DELEGATECALL',
  'STATICCALL',
])

/**
 * Counts how often each function selector was called with how many bytes of arguments:
 * geth's `4byteTracer`. Keys are `0x…` of four bytes, `-`, and the number of bytes after them.
 */
export function fourByteTracer(budget: Budget): Tracer<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>()
  let transaction: TracedTransaction | undefined
  return {
    start: (started) => {
      transaction = started
    },
    enter: ({ kind, to, input }) => {
      if (input.length < 4 || !callKinds.has(kind) || transaction?.isPrecompile(to)) return
      const key = `${bytesToHex(input.subarray(0, 4))}-${input.length - 4}`
      const count = counts.get(key) ?? 0
      if (count === 0) budget.spend(entryLength)
      counts.set(key, count + 1)
    },
    result: () => counts,
  }
}
