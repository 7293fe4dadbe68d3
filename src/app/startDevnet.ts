import { Devnet } from '../devnet/devnet.ts'
import type { Settings } from '../devnet/options/options.ts'
import { createRegistry } from '../rpc/method.ts'
import { createMethods } from '../rpc/methods/methods.ts'
import type { PreconfDevnet } from '../types/devnet.ts'
import type { DevnetOptions } from '../types/options/options.ts'
import { DevnetListeners } from './devnetListeners.ts'
import { openDevnet } from './openDevnet.ts'

/** Like `createDevnet`, with options that have been read. */
export async function startDevnet(
  settings: Settings,
  onProgress: DevnetOptions['onProgress'],
): Promise<PreconfDevnet> {
  const listeners = new DevnetListeners()
  const devnet = await Devnet.create(settings, listeners.onError, onProgress)
  return openDevnet(devnet, listeners, createRegistry(createMethods(settings)))
}
