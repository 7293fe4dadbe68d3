import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'

/** Makes a project of a user, an ES module, and installs packages there. Throws what npm says where it cannot. */
export function makeProject(folder: string, ...packages: readonly string[]): void {
  mkdirSync(folder)
  writeFileSync(`${folder}/package.json`, '{ "private": true, "type": "module" }')
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error']
  try {
    execFileSync('npm', ['install', ...quiet, ...packages], { cwd: folder, stdio: 'pipe' })
  } catch (error) {
    const { stderr } = error as { readonly stderr?: Buffer }
    throw new Error(stderr?.toString().split('\n')[0] || String(error), { cause: error })
  }
}

/** Lays out rows in columns; the first one is the head. */
export function columns(rows: readonly (readonly string[])[]): string {
  const [head = []] = rows
  const widths = head.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)))
  const line = (row: readonly string[]): string =>
    row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ')
  return rows.map((row) => line(row).trimEnd()).join('\n')
}
