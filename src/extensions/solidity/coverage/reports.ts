import { printable } from '../../../lib/text.ts'
import type { CoverageReport, CoveredShare } from '../../../types/solidity/reports.ts'
import type { FileCoverage } from './coverFiles.ts'

/**
 * Lines that a statement begins, with whether they were run: one of several statements was, when one of
 * them was. Those that begin otherwise, as with `function` or `} else if`, are none, as in solidity-coverage.
 */
export function coveredLines({
  file,
  statements,
  ran,
}: FileCoverage): ReadonlyMap<number, boolean> {
  const lines = new Map<number, boolean>()
  for (const [at, { start }] of statements.entries()) {
    const line = file.lineAt(start)
    const before = file.line(line).slice(0, file.columnAt(start) - 1)
    if (!/^\s*\{?\s*$/.test(before) && !lines.has(line)) continue
    lines.set(line, (lines.get(line) ?? false) || (ran.statements[at] ?? false))
  }
  return new Map([...lines].sort(([left], [right]) => left - right))
}

/** The coverage in LCOV's format, which `genhtml` and editors read. What was run counts as run once. */
export function lcov(files: readonly FileCoverage[]): string {
  return files.map(recordOf).join('')
}

function recordOf(covered: FileCoverage): string {
  const { file, functions, branches, ran } = covered
  const lines = coveredLines(covered)
  const text = ['TN:', `SF:${file.name}`]
  for (const { name, start } of functions) text.push(`FN:${file.lineAt(start)},${name}`)
  for (const [at, { name }] of functions.entries()) {
    text.push(`FNDA:${Number(ran.functions[at])},${name}`)
  }
  text.push(`FNF:${functions.length}`, `FNH:${count(ran.functions)}`)
  for (const [line, isRun] of lines) text.push(`DA:${line},${Number(isRun)}`)
  text.push(`LF:${lines.size}`, `LH:${count([...lines.values()])}`)
  for (const [at, { start }] of branches.entries()) {
    const ways = ran.branches[at] ?? [false, false]
    const isReached = ways.includes(true)
    for (const [way, isTaken] of ways.entries()) {
      text.push(`BRDA:${file.lineAt(start)},${at},${way},${isReached ? Number(isTaken) : '-'}`)
    }
  }
  text.push(`BRF:${2 * branches.length}`, `BRH:${count(ran.branches.flat())}`, 'end_of_record', '')
  return text.join('\n')
}

function count(flags: readonly boolean[]): number {
  return flags.filter(Boolean).length
}

export const measures = ['lines', 'functions', 'statements', 'branches'] as const

type Measure = (typeof measures)[number]

type Shares = Readonly<Record<Measure, CoveredShare>>

/** Per cent of all files together; 100 of nothing. */
export function percentages(files: readonly FileCoverage[]): Readonly<Record<Measure, number>> {
  const shares = files.map(sharesOf)
  const of = (measure: Measure) => percent(sumOf(shares.map((share) => share[measure])))
  return {
    lines: of('lines'),
    functions: of('functions'),
    statements: of('statements'),
    branches: of('branches'),
  }
}

/** A line for each file, and one for all; with words at the end of each that is approximate. */
export function coverageTable(files: readonly FileCoverage[]): string {
  const rows = files.map((covered) => rowOf(printable(covered.file.name), sharesOf(covered)))
  const all = files.map(sharesOf)
  const total = Object.fromEntries(
    measures.map((measure) => [measure, sumOf(all.map((share) => share[measure]))]),
  )
  const table = [
    ['File', ...measures.map((name) => `% ${name}`)],
    ...rows,
    rowOf('All files', total as unknown as Shares),
  ]
  const widths = (table[0] ?? []).map((_, column) =>
    Math.max(...table.map((row) => (row[column] ?? '').length)),
  )
  const lines = table.map((row, at) => {
    const cells = row.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
    )
    const by = files[at - 1]?.approximateBy ?? []
    if (by.length > 0) cells.push(`approximate: ${by.join(' and ')}`)
    return cells.join('  ')
  })
  if (files.some(({ approximateBy }) => approximateBy.length > 0)) {
    lines.push('Approximate: compiled so, several lines share instructions.')
  }
  return lines.join('\n')
}

/** The same as data. */
export function coverageReport(files: readonly FileCoverage[]): CoverageReport {
  const reports = files.map((covered) => {
    const missed = [...coveredLines(covered)].filter(([, isRun]) => !isRun)
    return {
      file: covered.file.name,
      ...sharesOf(covered),
      missedLines: missed.map(([line]) => line),
      approximateBy: covered.approximateBy,
    }
  })
  return { files: reports }
}

function rowOf(name: string, shares: Shares): readonly string[] {
  const cells = measures.map((measure) => {
    const share = shares[measure]
    return `${percent(share).toFixed(2)} (${share.covered}/${share.total})`
  })
  return [name, ...cells]
}

function sharesOf(covered: FileCoverage): Shares {
  const { ran } = covered
  return {
    lines: shareOf([...coveredLines(covered).values()]),
    functions: shareOf(ran.functions),
    statements: shareOf(ran.statements),
    branches: shareOf(ran.branches.flat()),
  }
}

function shareOf(flags: readonly boolean[]): CoveredShare {
  return { covered: flags.filter(Boolean).length, total: flags.length }
}

function sumOf(shares: readonly CoveredShare[]): CoveredShare {
  return {
    covered: shares.reduce((sum, { covered }) => sum + covered, 0),
    total: shares.reduce((sum, { total }) => sum + total, 0),
  }
}

function percent({ covered, total }: CoveredShare): number {
  return total === 0 ? 100 : (100 * covered) / total
}
