/** Of the JSON that Vitest reports, what tells of skipped tests. */
export interface TestReport {
  readonly testResults: readonly {
    readonly assertionResults: readonly {
      /** Titles of its groups, the outermost first. */
      readonly ancestorTitles: readonly string[]
      readonly title: string
      readonly status: string
    }[]
  }[]
}

/** Tests that were not run for one reason. */
export interface Skipped {
  /** None: they do not say. */
  readonly reason: string | undefined
  /** Their names, without the reason. */
  readonly tests: readonly string[]
}

/** As test/support/skips.ts writes it. */
const mark = ' - skipped: '

/** The skipped tests by the reason that their title gives, or that of a group they are in. */
export function skippedTests({ testResults }: TestReport): readonly Skipped[] {
  const byReason = new Map<string | undefined, string[]>()
  for (const { ancestorTitles, title, status } of testResults.flatMap(
    ({ assertionResults }) => assertionResults,
  )) {
    if (status === 'passed' || status === 'failed') continue
    const titles = [...ancestorTitles, title].map((text) => text.split(mark))
    const reason = titles.find(([, given]) => given !== undefined)?.[1]
    const tests = byReason.get(reason) ?? []
    byReason.set(reason, tests)
    tests.push(titles.map(([text]) => text).join(' > '))
  }
  return [...byReason].map(([reason, tests]) => ({ reason, tests }))
}
