import type { ActiveFault, CheckedFault } from '../../../src/types/fault.ts'

/** What happened, as text: one line for each thing done or told. Names of connections are never used again. */
export function line(what: string, outcome: unknown): string {
  const text = JSON.stringify(outcome, (key, value) => {
    if (key === 'connection') return undefined
    return typeof value === 'bigint' ? `${value}n` : value
  })
  return `${what} ${text}`
}

export interface Outcome {
  readonly result?: unknown
  readonly error?: { readonly name: string; readonly code: number; readonly message: string }
}

/** What came of it, or why nothing did. */
export async function outcomeOf(work: Promise<unknown>): Promise<Outcome> {
  return work.then(
    (result) => ({ result }),
    ({ name, code, message }) => ({ error: { name, code, message } }),
  )
}

/** The faults that applied between two lists of them, each as often as it did. */
export function appliedBetween(
  before: readonly ActiveFault[],
  after: readonly ActiveFault[],
): CheckedFault[] {
  const applied = new Map(after.map((active) => [active.id, active.applied]))
  // One that is not there any more has applied a last time.
  return before.flatMap(({ id, fault, applied: earlier }) =>
    Array.from({ length: (applied.get(id) ?? earlier + 1) - earlier }, () => fault),
  )
}
