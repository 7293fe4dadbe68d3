import { printable } from '../../lib/printable.ts'
import type { GasReport } from '../../types/solidity/gasReport.ts'

const head = ['Min', 'Avg', 'Median', 'Max', '# Calls']

/** The report as tables for people, one for each contract; a line when nothing is known. */
export function gasTable({ contracts }: GasReport): string {
  const tables = Object.entries(contracts).map(([name, { deployment, functions }]) => {
    const rows: (readonly string[])[] = []
    if (deployment !== null) {
      const { min, avg, median, max, count, runtimeSize, initCodeSize } = deployment
      const sizes = `deployment (${initCodeSize} bytes, ${runtimeSize} on the chain)`
      rows.push([sizes, ...[min, avg, median, max, count].map(String)])
    }
    for (const [signature, { min, avg, median, max, count }] of Object.entries(functions ?? {})) {
      rows.push([printable(signature), ...[min, avg, median, max, count].map(String)])
    }
    return table([[printable(name), ...head], ...rows])
  })
  return tables.length === 0
    ? 'Gas: no transaction to a contract that an artifact is known of'
    : tables.join('\n\n')
}

function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  )
  const lines = rows.map((row) => {
    const cells = row.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
    )
    return `| ${cells.join(' | ')} |`
  })
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`
  return [lines[0], rule, ...lines.slice(1)].join('\n')
}
