import type { TraceOptions } from './callTrace.ts'
import { type MatcherContext, MatcherProblem, type MatcherResult } from './matcher.ts'
import type { transactionMatchers } from './transactionMatchers.ts'
import { type HexOptions, toBeAddress, toBeHex } from './values.ts'

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

/** What Vitest and Jest pass to a matcher as `this`. */
export interface MatcherState {
  readonly isNot?: boolean | undefined
  /** `rejects` or `resolves` when the subject comes from a promise. */
  readonly promise?: string | undefined
  /** Vitest's test, known when `expect` is that of the test's context. */
  readonly task?: object | undefined
}

type ExpectMatcher = (
  this: MatcherState,
  subject: unknown,
  ...expected: readonly unknown[]
) => MatcherResult | Promise<MatcherResult>

/** The part of the runner's `expect` that is needed for snapshots. */
export type SnapshotExpect = (text: string) => { toMatchSnapshot(hint?: string): unknown }

/** The matchers as `expect.extend` takes them, in Vitest and in Jest. `expectOf` gives that of the test. */
export function expectMatchers(
  expectOf: (state: MatcherState) => SnapshotExpect,
): Readonly<
  Record<keyof TransactionMatchers | 'toBeAddress' | 'toBeHex' | 'toMatchTrace', ExpectMatcher>
> {
  return {
    toBePreconfirmed: asking('toBePreconfirmed'),
    toBeSealed: asking('toBeSealed'),
    toChangeBalance: asking('toChangeBalance'),
    toChangeBalances: asking('toChangeBalances'),
    toChangeTokenBalance: asking('toChangeTokenBalance'),
    toChangeTokenBalances: asking('toChangeTokenBalances'),
    toEmit: asking('toEmit'),
    toRevert: asking('toRevert'),
    toRevertWith: asking('toRevertWith'),
    toUseGas: asking('toUseGas'),
    toBeAddress(subject) {
      return toBeAddress(contextOf(this), subject)
    },
    toBeHex(subject, options) {
      return toBeHex(contextOf(this), subject, options as HexOptions)
    },
    async toMatchTrace(subject, options = {}) {
      if (this.isNot) {
        throw new MatcherProblem('toMatchTrace cannot be negated: remove .not')
      }
      const { hint, ...rest } = options as TraceOptions & { readonly hint?: string }
      lookAfter(subject)
      const { callTrace } = await import('./callTrace.ts')
      const trace = expectOf(this)(await callTrace(contextOf(this), subject, rest))
      // Jest rejects an explicit undefined argument.
      if (hint === undefined) trace.toMatchSnapshot()
      else trace.toMatchSnapshot(hint)
      return { pass: true, message: () => '' }
    },
  }
}

function asking(name: keyof TransactionMatchers): ExpectMatcher {
  return function (subject, ...expected) {
    return runMatcher(name, contextOf(this), subject, expected)
  }
}

function contextOf({ isNot = false, promise, task }: MatcherState): MatcherContext {
  return { isNot, isRejection: promise === 'rejects', test: task }
}
