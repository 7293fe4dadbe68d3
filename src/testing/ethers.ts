import type { PreconfDevnet } from '../types/devnet.ts'
import { DevnetProvider } from './ethers/devnetProvider.ts'

export type { DevnetProvider }

/**
 * An ethers provider for a devnet in this process. It caches nothing, and its events come from
 * subscriptions, without polling or timers. `provider.signers` are the signers of the devnet's accounts.
 *
 * @example
 * import { ethersProvider } from 'preconf/ethers'
 *
 * const [alice] = ethersProvider(devnet).signers
 * await alice?.sendTransaction({ to: bob, value: 1n })
 */
export function ethersProvider(devnet: PreconfDevnet): DevnetProvider {
  return new DevnetProvider(devnet)
}
