import { printable } from '../../lib/printable.ts'
import type { CoverageReport, CoveredShare } from '../../types/solidity/coverageReport.ts'
import type { FileCoverage } from './coverFiles.ts'
import { coveredLines } from './lcov.ts'

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
