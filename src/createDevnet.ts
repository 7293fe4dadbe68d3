import { Devnet } from './devnet/devnet.ts'
import { resolveOptions } from './devnet/options.ts'
import { DevnetListeners } from './devnetListeners.ts'
import { openDevnet } from './openDevnet.ts'
import { createMethods } from './rpc/methods/methods.ts'
import { createRegistry } from './rpc/registry.ts'
import type { PreconfDevnet } from './types/devnet.ts'
import type { DevnetOptions } from './types/options.ts'

/**
 * Starts a chain in this process. Throws an `InvalidOption`; for files an `UnreadableFile`, an
 * `InvalidGenesis`, an `InvalidChainFile`, an `InvalidBlock`, an `InvalidStateFile` or an
 * `UnwritableFile`.
 */
export async function createDevnet(options: DevnetOptions = {}): Promise<PreconfDevnet> {
  const listeners = new DevnetListeners()
  const settings = resolveOptions(options)
  const devnet = await Devnet.create(settings, listeners.onError, options.onProgress)
  return openDevnet(devnet, listeners, createRegistry(createMethods(settings)))
}
