import type { MatcherContext, MatcherResult } from './matcher.ts'
import { awaitMilestone, explain } from './milestone.ts'
import type { LookupOptions } from './options.ts'
import { sentTransaction } from './subject.ts'

export interface PreconfirmedOptions extends LookupOptions {
  /** Index of the flashblock that it must be in. */
  readonly index?: number | undefined
}

/** Whether a transaction is in a published flashblock, or sealed. `.not` does not wait. */
export async function toBePreconfirmed(
  context: MatcherContext,
  subject: unknown,
  options: PreconfirmedOptions = {},
): Promise<MatcherResult> {
  const sent = await sentTransaction(subject, context)
  const { index, chain, timeout = context.isNot ? 0 : undefined } = options
  const awaited = await awaitMilestone(sent, 'preconfirmed', context, { chain, timeout })
  const { hash, fate, obstacle } = awaited
  const place = obstacle ?? (await explain(awaited))
  const pass =
    obstacle === undefined &&
    (index === undefined ||
      (fate.status === 'preconfirmed' && Number(fate.flashblockIndex) === index))
  const where = index === undefined ? 'pre-confirmed' : `pre-confirmed in flashblock ${index}`
  return {
    pass,
    message: () =>
      `expected the transaction ${hash} ${pass ? 'not to be' : 'to be'} ${where}, but ${place}`,
  }
}
