import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { threadId } from 'node:worker_threads'
import type { CoveredCode } from '../../ethereumjs/interpreter/codeCoverage.ts'
import { bytesToHex, type Hex, hexToBytes } from '../../lib/hex.ts'

/** Files of processes, of which each writes its own. */
const isOurs = /^coverage-\d+-\d+\.json$/

interface Written {
  readonly code: Hex
  readonly marks: Hex
  readonly isInitCode: boolean
}

/** Adds what was covered to the file of this process. */
export async function writeCoverage(
  folder: string,
  codes: ReadonlyMap<string, CoveredCode>,
): Promise<void> {
  const file = `coverage-${process.pid}-${threadId}.json`
  const merged = new Map(await readFiles(folder, (name) => name === file))
  for (const [key, covered] of codes) add(merged, key, covered)
  const written = [...merged].map(([key, { code, marks, isInitCode }]): [string, Written] => [
    key,
    { code: bytesToHex(code), marks: bytesToHex(marks), isInitCode },
  ])
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, file), JSON.stringify(Object.fromEntries(written)))
}

/** What all processes have covered; nothing when there is no folder. */
export async function readCoverage(folder: string): Promise<readonly CoveredCode[]> {
  return [...(await readFiles(folder, (name) => isOurs.test(name))).values()]
}

async function readFiles(
  folder: string,
  isWanted: (name: string) => boolean,
): Promise<ReadonlyMap<string, CoveredCode>> {
  const merged = new Map<string, CoveredCode>()
  const files = await readdir(folder).catch(() => [])
  for (const file of files.filter(isWanted)) {
    const read: Record<string, Written> = JSON.parse(await readFile(join(folder, file), 'utf8'))
    for (const [key, { code, marks, isInitCode }] of Object.entries(read)) {
      add(merged, key, { code: hexToBytes(code), marks: hexToBytes(marks), isInitCode })
    }
  }
  return merged
}

function add(merged: Map<string, CoveredCode>, key: string, covered: CoveredCode): void {
  const known = merged.get(key)
  if (known === undefined) merged.set(key, { ...covered, marks: covered.marks.slice() })
  else
    for (const [at, mark] of covered.marks.entries())
      known.marks[at] = (known.marks[at] ?? 0) | mark
}
