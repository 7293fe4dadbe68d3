import type { SourceReference, StackTrace } from './entries.ts'

/** The trace without entries whose code holds that of the next one, unless a function calls itself. */
export function withoutRedundant(trace: StackTrace): StackTrace {
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
