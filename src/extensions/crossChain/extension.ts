import * as v from 'valibot'
import { Devnet } from '../../devnet/devnet.ts'
import type { Settings } from '../../devnet/options/options.ts'
import { InvalidOption } from '../../devnet/options/optionValues.ts'
import { quantity } from '../../lib/hex.ts'
import { defineMethod } from '../../rpc/method.ts'
import type { Extension } from '../../rpc/registry.ts'
import { RpcError } from '../../rpc/rpcError.ts'
import { hash32 } from '../../rpc/schema/data.ts'
import { quantity64 } from '../../rpc/schema/quantity.ts'
import type { BridgeControls } from '../../types/crossChain.ts'
import type { DevnetOptions } from '../../types/options/options.ts'
import { l1ContractsOf } from '../networks/opStack.ts'

type Code = typeof import('./bridge.ts') &
  typeof import('./bridgeGenesis.ts') &
  typeof import('./bridgeNames.ts') &
  typeof import('./crossings.ts') &
  typeof import('./games.ts') &
  typeof import('./interop.ts') &
  typeof import('./liveBridge.ts') &
  typeof import('./liveGames.ts') &
  typeof import('./messages.ts') &
  typeof import('./relayer.ts')

let code: Code | undefined

/** Starts the L1 that is wanted beside a chain; `undefined` where none is. */
async function openBeside(
  settings: Settings,
  more: { readonly extensions: readonly Extension[]; readonly onError: (error: unknown) => void },
) {
  const { l1 } = settings
  if (l1 === undefined) return undefined
  // Few chains have one.
  code ??= {
    ...(await import('./bridge.ts')),
    ...(await import('./bridgeGenesis.ts')),
    ...(await import('./bridgeNames.ts')),
    ...(await import('./crossings.ts')),
    ...(await import('./games.ts')),
    ...(await import('./interop.ts')),
    ...(await import('./liveBridge.ts')),
    ...(await import('./liveGames.ts')),
    ...(await import('./messages.ts')),
    ...(await import('./relayer.ts')),
  }
  return code.openL1(settings, l1, more)
}

/** Creates a devnet with those that belong to it, which end where it cannot be made. */
export async function createFamily(
  settings: Settings,
  onError: (error: unknown) => void,
  options: {
    readonly extensions: readonly Extension[]
    readonly onProgress?: DevnetOptions['onProgress']
  },
): Promise<Devnet> {
  const { extensions } = options
  const beside = await openBeside(settings, { extensions, onError })
  const { beside: next, alloc } = beside ?? {}
  try {
    const own = beside?.settings ?? settings
    return await Devnet.create(own, onError, { ...options, beside: next, alloc })
  } catch (error) {
    await beside?.beside.close()
    throw error
  }
}

/** The bridges of each devnet: of an L2 one, of an L1 those of all its L2s. */
const bridgesOf = new WeakMap<Devnet, readonly InstanceType<Code['Bridge']>[]>()

/** The messages between the L2s of a devnet; none where there is one alone. */
const interops = new WeakMap<Devnet, InstanceType<Code['Interop']>>()

function noBridge(): RpcError {
  return new RpcError(-32000, 'no other chain is beside this one: start with --network op --l1')
}

const crossings = defineMethod({
  name: 'preconf_crossChain',
  summary:
    'The deposits, withdrawals and messages between L2s of a transaction, or the newest 50 of a chain, and how far each is; see docs/l1-l2.md.',
  params: v.strictTuple([v.optional(hash32)]),
  handler: async ({ devnet }, [hash]) => {
    const bridges = bridgesOf.get(devnet)
    if (bridges === undefined || code === undefined) throw noBridge()
    const all = bridges.map(({ crossings }) => crossings)
    const interop = interops.get(devnet)
    if (hash === undefined) {
      const lists = interop ? await code.newestMessages(interop, devnet) : []
      const crossed = await Promise.all(all.map((crossings) => crossings.newest()))
      return code.newestOfAll<object>([...crossed, ...lists]).map(formatted)
    }
    const messages = interop ? code.messageCrossings(interop, hash) : []
    const found = await Promise.all(all.map((crossings) => crossings.of(hash)))
    return [...found.flat(), ...messages].map(formatted)
  },
})

/** The bridge of a chain beside exactly one other. Throws an `RpcError`. */
function bridgeOf(devnet: Devnet): InstanceType<Code['Bridge']> {
  const [bridge, ...others] = bridgesOf.get(devnet) ?? []
  if (bridge === undefined) throw noBridge()
  if (others.length === 0) return bridge
  throw new RpcError(-32000, 'this is the L1 of several chains: ask the L2 that is meant')
}

const challengeGame = defineMethod({
  name: 'preconf_challengeGame',
  summary:
    'Challenges a game about the L2, by its index or the newest one that is in progress; the hash of the transaction on L1.',
  params: v.strictTuple([v.optional(quantity64)]),
  handler: ({ devnet }, [index]) => bridgeOf(devnet).challenge(index),
})

const setPortalPaused = defineMethod({
  name: 'preconf_setPortalPaused',
  summary:
    'Stops withdrawals of the portal on L1, or lets them go on; the hash of the transaction on L1.',
  params: v.strictTuple([v.boolean()]),
  handler: ({ devnet }, [isPaused]) => bridgeOf(devnet).setPaused(isPaused),
})

/** What `devnet.l1` can do to the bridge. */
export function bridgeControls(devnet: Devnet): BridgeControls {
  return {
    challengeGame: async (index) => bridgeOf(devnet).challenge(index),
    setPortalPaused: async (isPaused) => bridgeOf(devnet).setPaused(isPaused),
  }
}

/** Numbers as JSON-RPC has them; what is not there yet is null. */
function formatted(value: unknown): unknown {
  if (typeof value === 'bigint') return quantity(value)
  if (value === undefined) return null
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, formatted(part)]))
}

/** What L2s send to each other; nothing where there is one alone. */
function interopOf([first, ...others]: readonly Devnet[]) {
  const settings = first?.settings.l1
  if (code === undefined || first === undefined || settings === undefined) return undefined
  // Live chains have no contracts for them.
  if (others.length === 0 || first.forked.live !== undefined) return undefined
  const interop = new code.Interop([first, ...others], settings)
  for (const l2 of [first, ...others]) interops.set(l2, interop)
  const relayer = settings.autorelay ? new code.Relayer(interop, settings) : undefined
  first.hooks.onClose = [
    ...(first.hooks.onClose ?? []),
    () => {
      interop.tasks.close()
      relayer?.close()
    },
  ]
  return interop
}

/** The bridge of an L2: that of our own contracts, or on forks that of the live chains. */
async function bridgeBetween(
  code: Code,
  [l1, l2]: readonly [Devnet, Devnet],
  { of, interop }: { readonly of: string; readonly interop: ReturnType<typeof interopOf> },
) {
  const { l1: settings, network } = l2.settings
  if (settings === undefined) return []
  if (l2.forked.live === undefined) {
    if (network === undefined) return []
    const contracts = l1ContractsOf(network)
    code.nameContracts(l1, l2, contracts, of && ` of ${of}`)
    const games = new code.OwnGames(l1, l2, contracts)
    return [new code.Bridge(l1, l2, { settings, contracts, games, interop })]
  }
  const bridge = await code.findBridge(l1, l2)
  const { contracts } = bridge
  code.nameContracts(l1, l2, contracts, of && ` of ${of}`)
  l2.hooks.l1Contracts = contracts
  const games = new code.LiveGames(l1, l2, bridge)
  if (bridge.obstacle !== undefined) tellOf(l2, bridge.obstacle)
  return [new code.Bridge(l1, l2, { settings, contracts, games, interop })]
}

/** Throws an `InvalidOption` where two L2s are forks of one chain. */
function refuseRepeated(l2s: readonly Devnet[]): void {
  const ids = l2s.map(({ protocol }) => protocol.chainId)
  const id = ids.find((one, index) => ids.indexOf(one) < index)
  if (id === undefined) return
  throw new InvalidOption('fork', `of chain ${id}`, 'give each network a live chain of its own')
}

/** Says of an L2 why its states are not proposed. */
function tellOf({ hooks }: Devnet, obstacle: string): void {
  const { notModelled, sources } = hooks.networkFacts ?? { notModelled: [], sources: [] }
  const words = `Nothing is proposed on the forked L1, so withdrawals end at initiateWithdrawal: ${obstacle}.`
  hooks.networkFacts = { notModelled: [...notModelled, words], sources }
  hooks.warnings = [words]
}

async function join([l1, ...l2s]: readonly Devnet[]): Promise<void> {
  if (l1 === undefined || code === undefined) return
  refuseRepeated(l2s)
  const interop = interopOf(l2s)
  const bridges: InstanceType<Code['Bridge']>[] = []
  for (const l2 of l2s) {
    const of = l2s.length > 1 ? (l2.settings.network?.name ?? '') : ''
    bridges.push(...(await bridgeBetween(code, [l1, l2], { of, interop })))
  }
  bridgesOf.set(l1, bridges)
  for (const [index, l2] of l2s.entries()) bridgesOf.set(l2, bridges.slice(index, index + 1))
  const settled = async () => {
    for (const bridge of bridges) await bridge.settled()
    await interop?.tasks.settled()
  }
  for (const { hooks } of [l1, ...l2s]) hooks.beside = settled
  for (const [index, { hooks }] of l2s.entries()) {
    hooks.onClose = [...(hooks.onClose ?? []), () => bridges[index]?.close()]
  }
}

/** An L1 beside chains of the OP stack. */
export const crossChainExtension: Extension = {
  name: 'crossChain',
  join,
  methods: () => [crossings, challengeGame, setPortalPaused],
}
