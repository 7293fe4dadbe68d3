import { releaseLock, takeLock } from '../lib/lockFile.ts'
import { targetOf, UnwritableFile } from '../lib/writeAtomically.ts'
import { writableFile } from './writableFile.ts'

/** A file that only one devnet writes. */
export interface HeldFile {
  readonly path: string
  /** Lets others have it. May be called twice. */
  release(): Promise<void>
}

/**
 * Has a file for oneself that is to be written, there or not. Throws an `UnwritableFile` where it
 * cannot be written, or another devnet keeps its chain in it.
 */
export async function holdFile(given: string): Promise<HeldFile> {
  const path = await writableFile(given)
  const { realpath } = await import('node:fs/promises')
  const { basename, dirname, join } = await import('node:path')
  // Two links may lead to one file.
  const target = await targetOf(path)
  const lock = join(await realpath(dirname(target)), `.${basename(target)}.lock`)
  const holder = await takeLock(lock).catch((cause) => {
    throw new UnwritableFile(path, cause)
  })
  if (holder !== undefined) throw new UnwritableFile(path, new Error(inUse(holder, lock)))
  return { path, release: () => releaseLock(lock) }
}

function inUse(pid: number, lock: string): string {
  const who = pid === process.pid ? 'this process' : `process ${pid || 'unknown'}`
  return `another devnet of ${who} keeps its chain there: end it, or give another file (if there is none, remove ${lock})`
}
