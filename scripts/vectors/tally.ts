import type { Outcome } from './vectorFile.ts'

/** Adds up what became of the tests of many files. */
export class Tally {
  passed = 0
  readonly failures: string[] = []
  readonly #title: string
  readonly #leftOut = new Map<string, number>()

  /** `title`: what the tests are called in the last line. */
  constructor(title: string) {
    this.#title = title
  }

  add(path: string, outcomes: readonly Outcome[]): void {
    for (const { name, kind, reason = '' } of outcomes) {
      if (kind === 'passed') this.passed++
      else if (kind === 'failed') this.failures.push(`${path}: ${name}: ${reason}`)
      else this.#leftOut.set(reason, (this.#leftOut.get(reason) ?? 0) + 1)
    }
  }

  /** Each failure, each reason to leave tests out, and the sums in the last line. */
  report(): string {
    const reasons = [...this.#leftOut].sort(([a], [b]) => a.localeCompare(b))
    const leftOut = reasons.reduce((sum, [, count]) => sum + count, 0)
    return [
      ...this.failures.map((failure) => `failed: ${failure}`),
      ...reasons.map(([reason, count]) => `left out: ${count}, ${reason}`),
      `${this.#title}: ${this.passed} passed, ${this.failures.length} failed, ${leftOut} left out`,
    ].join('\n')
  }
}
