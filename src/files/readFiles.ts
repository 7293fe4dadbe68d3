import type { Genesis } from '../types/genesis.ts'
import { type EncodedBlock, splitBlocks } from './chainFile.ts'
import { type FileSource, wholeContent } from './fileSource.ts'
import { parseGenesis } from './genesis/genesisFile.ts'

/** The genesis that a `genesis.json` says. Throws an `InvalidGenesis` or an `UnreadableFile`. */
export async function readGenesis(source: FileSource): Promise<Genesis> {
  const content = source.object ?? new TextDecoder().decode(await wholeContent(source))
  return parseGenesis(content, source.name)
}

/** The blocks of a chain file. Throws an `InvalidChainFile` or an `UnreadableFile`. */
export async function readBlocks(source: FileSource): Promise<readonly EncodedBlock[]> {
  return splitBlocks(await wholeContent(source), source.name)
}
