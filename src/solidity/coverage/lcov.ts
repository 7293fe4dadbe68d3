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
