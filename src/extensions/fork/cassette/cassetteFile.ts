import { reasonOf } from '../../../lib/errors.ts'
import { quantity } from '../../../lib/hex.ts'
import { releaseLock, takeAway, takeLock } from '../../../lib/lockFile.ts'
import { setTimeout } from '../../../lib/realTimers.ts'
import { readBytes } from '../../../lib/regularFile.ts'
import {
  isOtherAlive,
  isSystemError,
  UnwritableFile,
  writeAtomically,
} from '../../../lib/writeAtomically.ts'
import type { BlockChoice } from '../../../types/fork.ts'
import { InvalidCassette, NoCassette } from '../forkErrors.ts'
import { CassetteContent } from './content.ts'

/** How often a lock is looked at that another process holds, ms. */
const lookMs = 10

/** The number of checks, half a minute, after which a lock without a merge is stale: its process id was reused. */
const maxLooks = 3000

const fs = () => import('node:fs/promises')

/** Whether a file was last written before a time, ms since 1970; so is one that is not there. */
export async function isFrom(path: string, beforeMs: number): Promise<boolean> {
  const { stat } = await fs()
  const writtenMs = await stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => Number.NEGATIVE_INFINITY,
  )
  return writtenMs < beforeMs
}

/** What a file says; nothing if there is none. Throws an `InvalidCassette` or a `ConflictingFact`. */
export async function readCassette(path: string): Promise<CassetteContent | undefined> {
  const text = await readText(path)
  return text === undefined ? undefined : new CassetteContent().read(text, path)
}

/** What a journal says; its last line may have been cut off. */
async function readJournal(path: string): Promise<CassetteContent> {
  const text = (await readText(path)) ?? ''
  return new CassetteContent().read(text.slice(0, text.lastIndexOf('\n') + 1), path)
}

/**
 * Brings what is in journals into the cassette: in `own`, and in those of processes that are no more.
 * Others merge theirs. A file that was written before the time in a journal's name gives way. Throws as
 * `readCassette`, and leaves everything as it is then, or an `UnwritableFile`.
 */
export async function mergeJournals(path: string, own?: string): Promise<void> {
  try {
    await merge(path, own)
  } catch (error) {
    throw isSystemError(error) ? new UnwritableFile(path, error) : error
  }
}

async function merge(path: string, own: string | undefined): Promise<void> {
  const { mkdir, rm } = await fs()
  const { dirname } = await import('node:path')
  const found = await journalsOf(path, own)
  if (found.length === 0) return
  await mkdir(dirname(path), { recursive: true })
  await withLock(path, async () => {
    // Again: another process may have merged them meanwhile.
    const journals = await journalsOf(path, own)
    const isOld = await isFrom(path, Math.max(...journals.map(sinceOf)))
    const before = isOld ? undefined : await readText(path)
    const recorded = await Promise.all(journals.map(readJournal))
    if (recorded.some(({ head }) => head !== undefined)) {
      const merged = new CassetteContent().read(before ?? '', path)
      const mine = own === undefined ? undefined : recorded[journals.indexOf(own)]
      if (mine !== undefined) merged.unite(mine, path)
      for (const content of recorded) merged.uniteIfSame(content, path)
      const after = merged.write()
      if (after !== before) await writeAtomically(path, [await encode(path, after)])
    }
    for (const journal of journals) await rm(journal, { force: true })
  })
}

/** The time in a journal's name, ms since 1970. */
function sinceOf(journal: string): number {
  const [, since] = /\.\d+-\d+-\d+-(\d+)\.journal$/.exec(journal) ?? []
  return since === undefined ? Number.NEGATIVE_INFINITY : Number(since)
}

/** Returns the journals beside a cassette that no process writes any more, and `own`. */
async function journalsOf(path: string, own: string | undefined): Promise<readonly string[]> {
  const { readdir } = await fs()
  const { basename, dirname, join } = await import('node:path')
  const start = `.${basename(path)}.`
  const names = await readdir(dirname(path)).catch(() => [])
  return names
    .filter((name) => {
      const [, pid] =
        /^(\d+)-[\d-]+\.journal$/.exec(name.startsWith(start) ? name.slice(start.length) : '') ?? []
      if (pid === undefined) return false
      const isOwn = own !== undefined && name === basename(own)
      return isOwn || (Number(pid) !== process.pid && !isOtherAlive(Number(pid)))
    })
    .sort()
    .map((name) => join(dirname(path), name))
}

/** Runs a task while no other process or task uses the file. */
async function withLock(path: string, task: () => Promise<void>): Promise<void> {
  const lock = `${path}.lock`
  for (let looks = 0; ; looks++) {
    const holder = await takeLock(lock)
    if (holder === undefined) break
    if (looks > maxLooks) await takeAway(lock, holder)
    // It keeps the process alive: what was recorded is to be in the file when it ends.
    else await new Promise((resolve) => setTimeout(resolve, lookMs))
  }
  try {
    await task()
  } finally {
    await releaseLock(lock)
  }
}

async function readText(path: string): Promise<string | undefined> {
  let bytes: Buffer
  try {
    bytes = await readBytes(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    throw new InvalidCassette(path, undefined, `it cannot be read: ${reasonOf(error)}`)
  }
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b
  if (!isPacked) return bytes.toString()
  const { gunzipSync } = await import('node:zlib')
  try {
    return gunzipSync(bytes).toString()
  } catch {
    throw new InvalidCassette(
      path,
      undefined,
      'not whole, or no gzip: take it from where it was right',
    )
  }
}

/** The operating-system byte of a gzip header: fixed, so that files are equal on all systems. */
const systemByte = 9
const unknownSystem = 255

async function encode(path: string, text: string): Promise<Uint8Array> {
  if (!path.endsWith('.gz')) return Buffer.from(text)
  const { gzipSync } = await import('node:zlib')
  const packed = gzipSync(text, { level: 9 })
  packed[systemByte] = unknownSystem
  return packed
}

/** Whether a path is that of a cassette, and not of a folder of them. */
export function isCassetteFile(path: string): boolean {
  return /\.(?:jsonl|gz)$/.test(path)
}

/**
 * The cassette in a folder that is of a block, judging by its name; `undefined` when there is none,
 * or when the block is not fixed and there are several. Offline that throws a `NoCassette`.
 */
export async function findCassette(
  folder: string,
  choice: BlockChoice | undefined,
  chainId: number | undefined,
  isOffline: boolean,
): Promise<string | undefined> {
  const { readdir } = await import('node:fs/promises')
  const { join } = await import('node:path')
  const names = (await readdir(folder).catch(() => [])).filter((name) =>
    /^\d+-\d+-[0-9a-f]{8}\.fork\.jsonl(?:\.gz)?$/.test(name),
  )
  const fit = names.filter((name) => fits(name, choice, chainId))
  const isFixed = choice !== undefined && ('hash' in choice || isNumber(choice))
  if (fit.length === 1 && (isFixed || isOffline)) return join(folder, fit[0] as string)
  if (!isOffline) return undefined
  const found = names.length === 0 ? 'no cassette' : names.sort().join(', ')
  throw new NoCassette(
    `the fork is offline, and of ${found} in ${folder} not exactly one fits: name its file, or run once with the URL of the live chain (fork.url, --fork-url)`,
  )
}

function isNumber(choice: BlockChoice): choice is { readonly number: bigint } {
  return 'number' in choice && choice.number >= 0n
}

function fits(name: string, choice: BlockChoice | undefined, chainId: number | undefined): boolean {
  const [chain, number, hash] = name.split(/[-.]/) as [string, string, string]
  if (chainId !== undefined && Number(chain) !== chainId) return false
  if (choice === undefined) return true
  if ('hash' in choice) return choice.hash.slice(2, 10).toLowerCase() === hash
  return !isNumber(choice) || quantity(choice.number) === quantity(Number(number))
}
