import type { Networks } from '../../devnet/options/networkOptions.ts'
import type { Extension } from '../../rpc/registry.ts'
import { behaviourOf, loadBehaviour } from './behaviour.ts'
import { networkWithId as opStackWithId } from './opStack.ts'
import { networkNames, recordNames, records } from './records.ts'

export const networks: Networks = {
  names: networkNames,
  likes: recordNames,
  presets: { base: 'base-flashblocks' },
  find: (name) => {
    if (name === 'ethereum') return undefined
    return records[name === 'optimism' ? 'op' : name]
  },
  likeOf: (chainId) => opStackWithId(chainId) ?? 'op',
  rulesOf: async (network) => {
    const behaviour = await loadBehaviour(network)
    return behaviour.rules?.(network)
  },
  factsOf: (network) => behaviourOf(network)?.facts,
}

/** Networks other than Ethereum: one record each, and what they do besides. */
export const networksExtension: Extension = {
  name: 'networks',
  networks,
  methods: ({ network }) => behaviourOf(network)?.methods ?? [],
  subscriptions: ({ network }) => behaviourOf(network)?.subscriptions ?? [],
  start: (node) => {
    const behaviour = behaviourOf(node.settings.network)
    if (behaviour?.answers !== undefined) node.hooks.answers = behaviour.answers
    behaviour?.start?.(node)
  },
}
