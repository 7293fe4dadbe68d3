import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder for what is made once for all workers of a run; removed after it. */
    runFolder: string
  }
}

let folder: string | undefined

/** Begins Vitest's run: tests then have `inject('runFolder')`. */
export function setup({ provide }: TestProject): void {
  folder = mkdtempSync(join(tmpdir(), 'preconf-run-'))
  provide('runFolder', folder)
}

/** Ends it. */
export function teardown(): void {
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
}
