import { Devnet } from './devnet/devnet.ts'
import { readOptions, type Settings } from './devnet/options.ts'
import { DevnetListeners } from './devnetListeners.ts'
import { openDevnet } from './openDevnet.ts'
import { createMethods } from './rpc/methods/methods.ts'
import { createRegistry } from './rpc/registry.ts'
import type { PreconfDevnet } from './types/devnet.ts'
import type { DevnetOptions } from './types/options.ts'

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

/** As `createDevnet`, with options that have been read. */
export async function startDevnet(
  settings: Settings,
  onProgress: DevnetOptions['onProgress'],
): Promise<PreconfDevnet> {
  const listeners = new DevnetListeners()
  const devnet = await Devnet.create(settings, listeners.onError, onProgress)
  return openDevnet(devnet, listeners, createRegistry(createMethods(settings)))
}
