import type { Genesis } from '../types/genesis.ts'
import { type EncodedBlock, splitBlocks } from './chainFile.ts'
import { type FileSource, wholeContent } from './fileSource.ts'
import { type GenesisFile, genesisFile } from './genesis/genesisFile.ts'

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
