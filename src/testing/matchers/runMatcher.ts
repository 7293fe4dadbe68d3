import type { MatcherContext, MatcherResult } from './matcher.ts'
import type { transactionMatchers } from './transactionMatchers.ts'

/** Matchers that ask a chain, by name. */
export type TransactionMatchers = typeof transactionMatchers

/**
 * Runs a matcher that asks a chain. These are loaded at first use, with the ABI coder, which would
 * delay the start of every test file.
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

/** Marks a subject as handled, so that its rejection while matchers load is not reported as unhandled. */
export function lookAfter(subject: unknown): void {
  Promise.resolve(subject).catch(() => undefined)
}
