import type { Settings } from '../devnet/options/options.ts'
import { createFamily } from '../extensions/crossChain/extension.ts'
import { InProcessProvider } from '../provider/provider.ts'
import { createDispatch } from '../rpc/dispatch.ts'
import { createMethods } from '../rpc/methods/methods.ts'
import { createRegistry, type Extension, type Registry } from '../rpc/registry.ts'
import type { PreconfDevnet } from '../types/devnet.ts'
import type { DevnetOptions } from '../types/options/options.ts'
import type { Provider } from '../types/provider.ts'
import { DevnetListeners } from './devnetListeners.ts'
import { extensions } from './extensions.ts'
import { openDevnet } from './openDevnet.ts'

/** A devnet, and a provider for what this program prints of it: its requests are not counted and emit no `request`. */
export interface ObservedDevnet {
  readonly devnet: PreconfDevnet
  readonly observer: Provider
}

/** Like `createDevnet`, with options that have been read; `added`: what is added to the core. */
export async function startDevnet(
  settings: Settings,
  onProgress: DevnetOptions['onProgress'],
  added: readonly Extension[] = extensions,
): Promise<ObservedDevnet> {
  const listeners = new DevnetListeners()
  const { onError } = listeners
  const devnet = await createFamily(settings, onError, { extensions: added, onProgress })
  const registries = devnet.members.map((member) =>
    createRegistry(createMethods(member.settings, added), added),
  )
  const registry = registries.at(-1) as Registry
  const observer = new InProcessProvider({
    dispatch: createDispatch({ registry, devnet, profile: 'devnet' }),
    chainId: () => devnet.protocol.chainId,
    onInternalError: onError,
  })
  try {
    for (const extension of added) await extension.begin?.(devnet, { provider: observer, onError })
  } catch (error) {
    await devnet.close()
    throw error
  }
  return { devnet: openDevnet(devnet, listeners, registries), observer }
}
