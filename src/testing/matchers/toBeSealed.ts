import type { MatcherContext, MatcherResult } from './matcher.ts'
import { awaitMilestone, explain } from './milestone.ts'
import type { LookupOptions } from './options.ts'
import { sentTransaction } from './subject.ts'

/** Whether a transaction is in a block of the chain. `.not` does not wait. */
export async function toBeSealed(
  context: MatcherContext,
  subject: unknown,
  options: LookupOptions = {},
): Promise<MatcherResult> {
  const sent = await sentTransaction(subject, context)
  const { chain, timeout = context.isNot ? 0 : undefined } = options
  const awaited = await awaitMilestone(sent, 'sealed', context, { chain, timeout })
  const { hash, obstacle } = awaited
  const place = obstacle ?? (await explain(awaited))
  const pass = obstacle === undefined
  return {
    pass,
    message: () =>
      `expected the transaction ${hash} ${pass ? 'not to be' : 'to be'} sealed, but ${place}`,
  }
}
