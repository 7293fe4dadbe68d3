/** What a matcher knows about the assertion. */
export interface MatcherContext {
  /** Whether the assertion is negated, so that there is nothing to wait for. */
  readonly isNot: boolean
  /** Whether the subject is the rejection of a promise. */
  readonly isRejection?: boolean | undefined
  /** The current test, with which its chain was registered. */
  readonly test?: object | undefined
}

/** The result of a matcher, for `expect.extend` of any runner. */
export interface MatcherResult {
  readonly pass: boolean
  /** Why the assertion fails: that of `.not` when the matcher passed. */
  readonly message: () => string
}

/** An assertion that cannot be decided; it fails with `.not` too. */
export class MatcherProblem extends Error {
  override readonly name = 'MatcherProblem'
}
