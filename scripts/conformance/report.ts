import type { Outcome } from './runCase.ts'

/** Most lines of a case that are shown. */
const shownFailures = 10

/** A line for each group: how many of its cases passed, and its slowest request. */
export function table(outcomes: readonly Outcome[]): string {
  const groups = new Map<string, Outcome[]>()
  for (const outcome of outcomes) {
    const group = groups.get(outcome.group)
    if (group === undefined) groups.set(outcome.group, [outcome])
    else group.push(outcome)
  }
  const width = Math.max('method'.length, ...[...groups.keys()].map((name) => name.length))
  const row = (name: string, passed: string, slowest: string): string =>
    `${name.padEnd(width)}  ${passed.padStart(9)}  ${slowest.padStart(10)}`
  return [
    row('method', 'passed', 'slowest ms'),
    ...[...groups].map(([name, members]) =>
      row(
        name,
        `${members.filter(hasPassed).length}/${members.length}`,
        Math.max(...members.map(({ slowestMs }) => slowestMs)).toFixed(0),
      ),
    ),
  ].join('\n')
}

/** The cases that failed, each with what is wrong. */
export function differences(outcomes: readonly Outcome[]): string {
  return outcomes
    .filter((outcome) => !hasPassed(outcome))
    .map(({ name, failures }) => {
      const shown = failures.slice(0, shownFailures).map((failure) => `  ${failure}`)
      const more = failures.length - shown.length
      return [name, ...shown, ...(more > 0 ? [`  and ${more} more`] : [])].join('\n')
    })
    .join('\n\n')
}

/** `N passed, N failed`. */
export function summary(outcomes: readonly Outcome[]): string {
  const passed = outcomes.filter(hasPassed).length
  return `${passed} passed, ${outcomes.length - passed} failed`
}

export function hasPassed({ failures }: Outcome): boolean {
  return failures.length === 0
}
