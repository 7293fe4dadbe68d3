import { readOptions } from '../devnet/options/options.ts'
import type { PreconfDevnet } from '../types/devnet.ts'
import type { DevnetOptions } from '../types/options.ts'
import { startDevnet } from './startDevnet.ts'

/**
 * Starts a chain in this process. Throws an `InvalidOption`; for files an `UnreadableFile`, an
 * `InvalidGenesis`, an `InvalidChainFile`, an `InvalidBlock`, an `InvalidStateFile`, an
 * `InvalidFixture`, a `FixtureFailed` or an `UnwritableFile`.
 */
export async function createDevnet<const Given = unknown>(
  options: DevnetOptions & { readonly fixture?: Given | undefined } = {},
): Promise<PreconfDevnet<Given>> {
  // Its names are those that the definition has.
  return startDevnet(await readOptions(options), options.onProgress) as Promise<
    PreconfDevnet<Given>
  >
}
