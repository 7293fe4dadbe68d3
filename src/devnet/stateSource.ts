import { InvalidStateFile } from '../fixtures/fileErrors.ts'
import { bytesSource, existingSource, type FileSource, pathSource } from '../fixtures/fileSource.ts'
import { sniffFile } from '../fixtures/sniffFile.ts'
import type { Settings } from './options.ts'

/**
 * The state file that the chain begins with: the one that it is kept in, once there is one, or else
 * the one to load. Throws an `InvalidStateFile` or an `UnreadableFile`.
 */
export async function stateSource({
  state,
  loadState,
}: Pick<Settings, 'state' | 'loadState'>): Promise<FileSource | undefined> {
  const kept = state === undefined ? undefined : await existingSource(state)
  const source = kept ?? (await sourceOf(loadState))
  if (source === undefined) return undefined
  const kind = await sniffFile(source)
  if (kind === 'chain') {
    const advice = 'give it as chain (--chain), on top of a genesis'
    throw new InvalidStateFile(source.name, undefined, `it holds blocks in RLP: ${advice}`)
  }
  if (kind === 'genesis' && source === kept) {
    const advice = 'give it as genesis (--init), as the file of the state is written over'
    throw new InvalidStateFile(source.name, undefined, `it is a genesis.json: ${advice}`)
  }
  return source
}

async function sourceOf(state: Settings['loadState']): Promise<FileSource | undefined> {
  if (state === undefined) return undefined
  return typeof state === 'string' ? pathSource(state) : bytesSource(state)
}
