import { outcomeOf } from './failure.ts'
import type { MatcherContext, MatcherResult } from './matcher.ts'
import type { LookupOptions } from './options.ts'
import { reasonOf, showReason } from './reverts.ts'

/** Whether a transaction or a call fails in the EVM, for any reason. */
export async function toRevert(
  context: MatcherContext,
  subject: unknown,
  options: LookupOptions = {},
): Promise<MatcherResult> {
  const { what, revert } = await outcomeOf(subject, context, options)
  const where = context.isNot && revert ? await revert.where() : ''
  return {
    pass: revert !== undefined,
    message: () =>
      revert === undefined
        ? `expected ${what} to revert, but it succeeded`
        : `expected ${what} not to revert, but it ${showReason(reasonOf(revert))}${where}`,
  }
}
