import type { Outcome } from './vectorFile.ts'

/** Adds up what became of the tests of many files. */
export class Tally {
  passed = 0
  readonly failures: string[] = []
  readonly #title: string
  readonly #leftOut = new Map<string, number>()
  readonly #byEip = new Map<string, Record<Outcome['kind'], number>>()

  /** `title`: what the tests are called in the last line. */
  constructor(title: string) {
    this.#title = title
  }

  add(path: string, outcomes: readonly Outcome[]): void {
    const eip = /eip(\d+)/.exec(path)?.[1]
    for (const { name, kind, reason = '' } of outcomes) {
      if (eip !== undefined) this.#count(eip, kind)
      if (kind === 'passed') this.passed++
      else if (kind === 'failed') this.failures.push(`${path}: ${name}: ${reason}`)
      else this.#leftOut.set(reason, (this.#leftOut.get(reason) ?? 0) + 1)
    }
  }

  #count(eip: string, kind: Outcome['kind']): void {
    const counts = this.#byEip.get(eip) ?? { passed: 0, failed: 0, leftOut: 0 }
    counts[kind]++
    this.#byEip.set(eip, counts)
  }

  /** Each failure, the sums of each EIP that a file's path names, each reason to leave tests out, and the sums in the last line. */
  report(): string {
    const reasons = [...this.#leftOut].sort(([a], [b]) => a.localeCompare(b))
    const leftOut = reasons.reduce((sum, [, count]) => sum + count, 0)
    return [
      ...this.failures.map((failure) => `failed: ${failure}`),
      ...[...this.#byEip]
        .sort(([a], [b]) => Number(a) - Number(b))
        .map(([eip, sums]) => `EIP-${eip}: ${sumsOf(sums)}`),
      ...reasons.map(([reason, count]) => `left out: ${count}, ${reason}`),
      `${this.#title}: ${sumsOf({ passed: this.passed, failed: this.failures.length, leftOut })}`,
    ].join('\n')
  }
}

function sumsOf({ passed, failed, leftOut }: Record<Outcome['kind'], number>): string {
  return `${passed} passed, ${failed} failed, ${leftOut} left out`
}
