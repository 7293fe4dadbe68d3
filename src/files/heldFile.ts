import { releaseLock, takeLock } from '../lib/lockFile.ts'
import { removeLeftovers, targetOf, UnwritableFile } from '../lib/writeAtomically.ts'
import type { Genesis } from '../types/genesis.ts'
import { type EncodedBlock, splitBlocks } from './chainFile.ts'
import { type FileSource, filePath, wholeContent } from './fileSource.ts'
import { type GenesisFile, genesisFile } from './genesis/genesisFile.ts'

/**
 * The path of a state file that is to be written, there or not. Beside it is then nothing that killed
 * processes have left. Throws an `UnwritableFile` when that
 * cannot succeed: better before there is anything to lose than at the end.
 */
async function writableFile(path: string): Promise<string> {
  const file = await filePath(path)
  const { access, constants } = await import('node:fs/promises')
  const { dirname } = await import('node:path')
  try {
    await access(dirname(await targetOf(file)), constants.W_OK)
    await removeLeftovers(file)
  } catch (cause) {
    if (cause instanceof UnwritableFile) throw cause
    throw new UnwritableFile(file, cause)
  }
  return file
}

/** A file that only one devnet writes. */
export interface HeldFile {
  readonly path: string
  /** Lets others have it. May be called twice. */
  release(): Promise<void>
}

/**
 * Locks a file for writing, whether it exists or not. Throws an `UnwritableFile` where it cannot be written, or
 * another devnet keeps its chain in it.
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

/** Files that options were read from, until their chain is opened. */
const readAhead = new WeakMap<FileSource, GenesisFile>()

/** A genesis file that is opened soon. Throws as `openGenesisFile`. */
export async function peekGenesis(source: FileSource): Promise<GenesisFile> {
  const file = await openGenesisFile(source)
  readAhead.set(source, file)
  return file
}

/** The genesis file of the source. Throws an `InvalidGenesis` or an `UnreadableFile`. */
export async function openGenesisFile(source: FileSource): Promise<GenesisFile> {
  const read = readAhead.get(source)
  readAhead.delete(source)
  if (read !== undefined) return read
  const content = source.object ?? new TextDecoder().decode(await wholeContent(source))
  return genesisFile(content, source.name)
}

/** All of a genesis file; `chainId` for one that has none. Throws as `openGenesisFile`. */
export async function readGenesis(source: FileSource, chainId?: number): Promise<Genesis> {
  return (await openGenesisFile(source)).whole(chainId)
}

/** The blocks of a chain file. Throws an `InvalidChainFile` or an `UnreadableFile`. */
export async function readBlocks(source: FileSource): Promise<readonly EncodedBlock[]> {
  return splitBlocks(await wholeContent(source), source.name)
}
