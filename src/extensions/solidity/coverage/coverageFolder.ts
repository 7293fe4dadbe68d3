import type { CodeCoverage, CoveredCode } from '../../../ethereumjs/interpreter/codeCoverage.ts'
import { bytesToHex, type Hex, hexToBytes } from '../../../lib/hex.ts'
import { readLines, ThreadFile } from '../threadFiles.ts'

interface Line {
  readonly key: string
  /** Where the code was met first. */
  readonly code?: Hex
  readonly isInitCode: boolean
  readonly marks: Hex
}

/** Keeps what is covered in a folder, where other processes leave theirs too. */
export function keepCoverage(
  coverage: CodeCoverage,
  folder: string,
  onError: (error: unknown) => void,
): void {
  const file = new ThreadFile(folder, 'coverage', onError)
  const met = new Set<string>()
  coverage.onNews = (key, { code, marks, isInitCode }) => {
    const isNew = !met.has(key)
    met.add(key)
    const line = { key, isInitCode, marks: bytesToHex(marks) }
    file.add([isNew ? { ...line, code: bytesToHex(code) } : line])
  }
}

/** What all processes have left in a folder; nothing when there is none. */
export async function readCoverage(folder: string): Promise<readonly CoveredCode[]> {
  const merged = new Map<string, CoveredCode>()
  for (const { key, code, isInitCode, marks } of await readLines<Line>(folder, 'coverage')) {
    const known = merged.get(key)
    if (known !== undefined) {
      for (const [at, mark] of hexToBytes(marks).entries()) {
        known.marks[at] = (known.marks[at] ?? 0) | mark
      }
    } else if (code !== undefined) {
      merged.set(key, { code: hexToBytes(code), isInitCode, marks: hexToBytes(marks) })
    }
  }
  return [...merged.values()]
}
