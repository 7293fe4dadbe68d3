import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { appendNow, readText } from '../../lib/regularFile.ts'

/** What files are of. */
export type FileKind = 'gas' | 'coverage'

/**
 * The file of this thread in a folder, to which lines are added. Readers merge the files of all threads and processes.
 */
export class ThreadFile {
  readonly #folder: string
  readonly #path: string
  readonly #onError: (error: unknown) => void
  #isBroken = false

  constructor(folder: string, kind: FileKind, onError: (error: unknown) => void) {
    // Not at the top: most devnets write no such file, and loading takes 1 ms.
    const { threadId } = process.getBuiltinModule('node:worker_threads')
    this.#folder = folder
    this.#path = join(folder, `${kind}-${process.pid}-${threadId}.ndjson`)
    this.#onError = onError
  }

  /** Writes at once, as test runners kill their workers without notice. A write error is reported once. */
  add(lines: readonly object[]): void {
    if (this.#isBroken) return
    try {
      mkdirSync(this.#folder, { recursive: true })
      appendNow(this.#path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    } catch (error) {
      this.#isBroken = true
      this.#onError(error)
    }
  }
}

/** The lines of all files of a kind in a folder; none when there is no folder. One that is cut off is left out. */
export async function readLines<Line>(folder: string, kind: FileKind): Promise<readonly Line[]> {
  const isOurs = new RegExp(`^${kind}-\\d+-\\d+\\.ndjson$`)
  const { readdir } = await import('node:fs/promises')
  const files = await readdir(folder).catch(() => [])
  const lines: Line[] = []
  for (const file of files.filter((name) => isOurs.test(name)).sort()) {
    const text = await readText(join(folder, file))
    for (const line of text.split('\n').slice(0, -1)) lines.push(JSON.parse(line))
  }
  return lines
}
