import type { TraceOptions } from './callTrace.ts'
import { type MatcherContext, MatcherProblem, type MatcherResult } from './matcher.ts'
import { toBeAddress } from './toBeAddress.ts'
import { type HexOptions, toBeHex } from './toBeHex.ts'
import type { transactionMatchers } from './transactionMatchers.ts'

/** What Vitest and Jest hand to a matcher as `this`. */
export interface MatcherState {
  readonly isNot?: boolean | undefined
  /** `rejects` or `resolves` where the subject comes from a promise. */
  readonly promise?: string | undefined
  /** Vitest's test, as it is known where `expect` is the test's own. */
  readonly task?: object | undefined
}

type Names = keyof typeof transactionMatchers

type ExpectMatcher = (
  this: MatcherState,
  subject: unknown,
  ...expected: readonly unknown[]
) => MatcherResult | Promise<MatcherResult>

/** Has the runner compare a text with the one that it keeps; throws when they differ. */
export type MatchSnapshot = (state: MatcherState, text: string, hint: string | undefined) => unknown

/** The matchers as `expect.extend` takes them, in Vitest and in Jest. */
export function expectMatchers(
  matchSnapshot: MatchSnapshot,
): Readonly<Record<Names | 'toBeAddress' | 'toBeHex' | 'toMatchTrace', ExpectMatcher>> {
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
        throw new MatcherProblem('a trace is compared as it is: toMatchTrace cannot be negated')
      }
      const { hint, ...rest } = options as TraceOptions & { readonly hint?: string }
      const { callTrace } = await import('./callTrace.ts')
      matchSnapshot(this, await callTrace(contextOf(this), subject, rest), hint)
      return { pass: true, message: () => '' }
    },
  }
}

/** What asks a chain is loaded when it is first used: the ABI coder would delay every test file. */
function asking(name: Names): ExpectMatcher {
  return async function (subject, ...expected) {
    // One that fails while the matchers are loaded is not one that nobody looks after.
    Promise.resolve(subject).catch(() => undefined)
    const { transactionMatchers } = await import('./transactionMatchers.ts')
    // The types of the arguments are those that the runner's `expect` was given.
    const matcher = transactionMatchers[name] as (
      context: MatcherContext,
      ...parameters: readonly unknown[]
    ) => Promise<MatcherResult>
    return matcher(contextOf(this), subject, ...expected)
  }
}

function contextOf({ isNot = false, promise, task }: MatcherState): MatcherContext {
  return { isNot, isRejection: promise === 'rejects', test: task }
}
