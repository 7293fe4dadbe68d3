/** What a runner tells a matcher of the assertion. */
export interface MatcherContext {
  /** Whether the assertion is negated, so that there is nothing to wait for. */
  readonly isNot: boolean
  /** Whether the subject is what a promise was rejected with. */
  readonly isRejection?: boolean | undefined
  /** The test that asks, as its chain was registered with. */
  readonly test?: object | undefined
}

/** What came of a matcher, for `expect.extend` of any runner. */
export interface MatcherResult {
  readonly pass: boolean
  /** What is wrong: of `.not` when it passed. */
  readonly message: () => string
}

/** Why an assertion can neither hold nor fail: it fails then with `.not` too. */
export class MatcherProblem extends Error {
  override readonly name = 'MatcherProblem'
}
