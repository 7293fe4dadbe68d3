import type { MatcherContext, MatcherResult } from './matcher.ts'
import type { transactionMatchers } from './transactionMatchers.ts'

/** Those that ask a chain, by name. */
export type TransactionMatchers = typeof transactionMatchers

/**
 * Runs a matcher that asks a chain. These are loaded when one is first used, with the ABI coder: it
 * would delay the start of every test file.
 */
export async function runMatcher(
  name: keyof TransactionMatchers,
  context: MatcherContext,
  subject: unknown,
  parameters: readonly unknown[],
): Promise<MatcherResult> {
  lookAfter(subject)
  const { transactionMatchers } = await import('./transactionMatchers.ts')
  // The types of the parameters are those that the user's `expect` or assertion was declared with.
  const matcher = transactionMatchers[name] as (
    context: MatcherContext,
    ...parameters: readonly unknown[]
  ) => Promise<MatcherResult>
  return matcher(context, subject, ...parameters)
}

/** Says that a subject which fails while matchers are loaded is not one that nobody looks after. */
export function lookAfter(subject: unknown): void {
  Promise.resolve(subject).catch(() => undefined)
}
