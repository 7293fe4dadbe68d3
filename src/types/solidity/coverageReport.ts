export interface CoveredShare {
  readonly covered: number
  readonly total: number
}

/** What was run of a source. */
export interface CoveredFile {
  readonly file: string
  readonly lines: CoveredShare
  readonly functions: CoveredShare
  readonly statements: CoveredShare
  readonly branches: CoveredShare
  /** Numbers of lines with statements of which none was run. */
  readonly missedLines: readonly number[]
  /** What makes several lines share instructions: `optimizer`, `via-IR`. */
  readonly approximateBy: readonly string[]
}

/** What was run of all sources that are known. */
export interface CoverageReport {
  readonly files: readonly CoveredFile[]
}
