import type { Networks } from '../../devnet/options/networkOptions.ts'
import { oneOf } from '../../devnet/options/optionValues.ts'
import { bytesToHex } from '../../lib/hex.ts'
import type { Extension } from '../../rpc/registry.ts'
import type { NetworkRecord } from '../../types/network.ts'
import type { NetworkBehaviour } from './behaviour.ts'
import { networkWithId as opStackWithId } from './opStack.ts'
import { ownNetwork } from './recordSchema.ts'
import { networkNames, recordNames, records } from './records.ts'

const loaded = new Map<NetworkRecord['rules'], NetworkBehaviour>()

async function load(rules: NetworkRecord['rules']): Promise<NetworkBehaviour> {
  if (rules === 'opStack') return (await import('./op/opStackRules.ts')).opStack
  const { ownBehaviours } = await import('./ownBehaviours.ts')
  return (await ownBehaviours[rules]()).behaviour
}

/** Loads the behaviour of a network. */
export async function loadBehaviour({
  rules,
}: Pick<NetworkRecord, 'rules'>): Promise<NetworkBehaviour> {
  const behaviour = loaded.get(rules) ?? (await load(rules))
  loaded.set(rules, behaviour)
  return behaviour
}

/** The behaviour of a network whose devnet has started, and so has loaded it. */
function behaviourOf(
  network: Pick<NetworkRecord, 'rules'> | undefined,
): NetworkBehaviour | undefined {
  return network && loaded.get(network.rules)
}

/** Returns what a network adds, first what all with its rules have. */
function addedBy<Name extends 'methods' | 'subscriptions'>(
  network: NetworkRecord | undefined,
  name: Name,
): readonly NonNullable<NetworkBehaviour[Name]>[number][] {
  const behaviour = behaviourOf(network)
  if (network === undefined || behaviour === undefined) return []
  return [...(behaviour[name] ?? []), ...(behaviour.extras?.(network)[name] ?? [])]
}

export const networks: Networks = {
  names: networkNames,
  presets: { base: 'base-flashblocks' },
  find: (name) => {
    if (name === 'ethereum') return undefined
    return records[name === 'optimism' ? 'op' : name]
  },
  own: (given) => ownNetwork(given, (like) => records[oneOf('network.like', like, recordNames)]),
  likeOf: (chainId) => opStackWithId(chainId) ?? 'op',
  rulesOf: async (network) => {
    const behaviour = await loadBehaviour(network)
    return behaviour.rules?.(network)
  },
}

/** Networks other than Ethereum: one record each, and what they do besides. */
export const networksExtension: Extension = {
  name: 'networks',
  networks,
  methods: ({ network }) => addedBy(network, 'methods'),
  subscriptions: ({ network }) => addedBy(network, 'subscriptions'),
  start: (node, { origin }) => {
    const { network } = node.settings
    const behaviour = behaviourOf(network)
    if (network === undefined || behaviour === undefined) return
    // A fork has them already, or what they are called there.
    const named = origin === undefined ? (behaviour.names?.(network) ?? []) : []
    for (const [name, address] of named) node.names.addLabel(name, bytesToHex(address))
    node.hooks.networkFacts = behaviour.facts
    if (behaviour.answers !== undefined) node.hooks.answers = behaviour.answers
    behaviour.start?.(node)
  },
}
