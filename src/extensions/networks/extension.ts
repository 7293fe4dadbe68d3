import type { Networks } from '../../devnet/options/networkOptions.ts'
import type { Extension } from '../../rpc/registry.ts'
import { networkNames, networkWithId, opStackNames, records } from './records.ts'

export const networks: Networks = {
  names: networkNames,
  likes: opStackNames,
  presets: { base: 'base-flashblocks' },
  find: (name) => {
    if (name === 'ethereum') return undefined
    return records[name === 'optimism' ? 'op' : name]
  },
  likeOf: (chainId) => networkWithId(chainId) ?? 'op',
  rulesOf: async (network) => {
    const { opStackRules } = await import('./op/opStackRules.ts')
    return opStackRules(network)
  },
}

/** Networks of the OP stack: one record each, and the rules that they share. */
export const networksExtension: Extension = { name: 'networks', networks }
