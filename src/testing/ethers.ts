import type { PreconfDevnet } from '../types/devnet.ts'
import { DevnetProvider } from './ethers/devnetProvider.ts'

export type { DevnetProvider }

/**
 * A provider of ethers to a devnet in this process. It keeps no answers, and its events come by
 * subscriptions: no polling, no timers. `provider.signers` are those of the devnet's accounts.
 */
export function ethersProvider(devnet: PreconfDevnet): DevnetProvider {
  return new DevnetProvider(devnet)
}
