import type { Devnet } from '../../devnet/devnet.ts'
import type { LiveChain } from '../../devnet/hooks/liveChain.ts'
import type { L1Settings } from '../../devnet/options/l1Options.ts'
import { isOpStack } from '../../devnet/options/networkOptions.ts'
import type { Settings } from '../../devnet/options/options.ts'
import { forksIn, InvalidOption } from '../../devnet/options/optionValues.ts'
import { bytesToBigInt, bytesToHex, type Hex, hexToBytes, quantity } from '../../lib/hex.ts'
import { withState } from '../../state/stateMiss.ts'
import type { L1Contracts } from '../../types/crossChain.ts'
import type { ForkSettings } from '../../types/fork.ts'
import type { JsonObject } from '../../types/values.ts'
import { readL1Block } from '../networks/op/l1Block.ts'
import { portalOf } from '../networks/opStack.ts'
import { read, readIfThere } from './contractCalls.ts'
import { type LiveBridge, LiveGames } from './liveGames.ts'

/** The fork of one of two live chains, which errors name. */
export function withRole(
  fork: ForkSettings | undefined,
  role: string,
  changes: Partial<ForkSettings['source']> = {},
): ForkSettings | undefined {
  if (fork === undefined) return undefined
  const { upstream } = fork.source
  const source = { ...fork.source, upstream: upstream && { ...upstream, role }, ...changes }
  return { ...fork, source }
}

/**
 * The settings of an L2 beside a forked L1: the id and the gas limit are those of its live chain, and it is to give the
 * proofs that withdrawals take.
 */
export function liveL2Of(given: Settings, l1: L1Settings, isOneOfSeveral: boolean): Settings {
  const { options, network, unlikeLive } = given
  const [fork] = forksIn(options.fork)
  const hasChosen = typeof fork === 'object' && fork.proofs !== undefined
  const role = isOneOfSeveral ? (network?.name ?? 'an L2') : 'the L2'
  const { chainId, gasLimit, baseFee } = options
  return {
    ...given,
    fork: withRole(given.fork, role, hasChosen ? {} : { proofs: 'auto' }),
    l1,
    unlikeLive: { ...unlikeLive, chainId, gasLimit, baseFee },
  }
}

/** A bridge that was found. */
interface FoundBridge extends LiveBridge {
  /** Why there are no proposals on the forks, if that is so. */
  readonly obstacle: string | undefined
}

/** What was found for the live chain of an L2: forks of a devnet need not look again. */
const found = new WeakMap<LiveChain, Promise<FoundBridge>>()

/** Finds the bridge of two forks. Throws an `InvalidOption` where the L1 is not that of the L2. */
export function findBridge(l1: Devnet, l2: Devnet): Promise<FoundBridge> {
  const live = l2.forked.live as LiveChain
  const known = found.get(live) ?? search(l1, l2)
  found.set(live, known)
  return known
}

async function search(l1: Devnet, l2: Devnet): Promise<FoundBridge> {
  const { network, l1: settings } = l2.settings
  const { chainId } = (l2.forked.live as LiveChain).point
  if (network === undefined || !isOpStack(network)) {
    const advice = 'give a live chain of the OP stack, or remove l1: others have no portal on an L1'
    throw new InvalidOption('fork', `of chain ${chainId}`, advice)
  }
  await refuseOtherL1(l1, l2)
  const given = settings?.portal && bytesToHex(settings.portal)
  const portal = given ?? portalOf(chainId)
  const wanted = `give the OptimismPortal that chain ${chainId} has on chain ${l1.protocol.chainId}`
  if (portal === undefined) throw new InvalidOption('l1.portal', undefined, wanted)
  const to = hexToBytes(portal)
  const systemConfig = await readIfThere<Hex>(l1, { to, name: 'systemConfig' })
  if (systemConfig === undefined) {
    throw new InvalidOption('l1.portal', portal, `${wanted}: there is none at this address`)
  }
  const contracts = { portal, systemConfig, ...(await othersOf(l1, portal, systemConfig)) }
  const { disputeGameFactory } = contracts
  const at = { number: l1.chain.genesis.number }
  const gamesBefore = disputeGameFactory
    ? await read<bigint>(l1, { to: hexToBytes(disputeGameFactory), name: 'gameCount' }, at)
    : 0n
  const bridge = { contracts, gamesBefore }
  return { ...bridge, obstacle: await new LiveGames(l1, l2, bridge).obstacle() }
}

/** Which contract names which others. */
const named = {
  portal: ['disputeGameFactory', 'anchorStateRegistry'],
  systemConfig: ['l1CrossDomainMessenger', 'l1StandardBridge', 'optimismMintableERC20Factory'],
} as const satisfies Partial<Record<keyof L1Contracts, readonly (keyof L1Contracts)[]>>

async function othersOf(l1: Devnet, portal: Hex, systemConfig: Hex): Promise<Partial<L1Contracts>> {
  const asked = [
    ...named.portal.map((name) => ({ to: hexToBytes(portal), name })),
    ...named.systemConfig.map((name) => ({ to: hexToBytes(systemConfig), name })),
  ]
  const all = await Promise.all(
    asked.map(async (one) => [one.name, await readIfThere<Hex>(l1, one)] as const),
  )
  return Object.fromEntries(all.filter(([, address]) => address !== undefined))
}

/** Throws an `InvalidOption` where the origin of the L2's block is not on the L1, or after the block of its fork. */
async function refuseOtherL1(l1: Devnet, l2: Devnet): Promise<void> {
  const live = l1.forked.live as LiveChain
  const { chainId } = l2.protocol
  if (l1.protocol.chainId === chainId) {
    throw new InvalidOption('l1.fork', `of chain ${chainId}`, 'give its L1: this is the L2')
  }
  const { state } = l2.chain.genesis
  const { number, hash } = await withState(() =>
    readL1Block((address, slot) => state.storage(address, slot)),
  )
  // Simulations of an L2 may have none.
  if (bytesToBigInt(hash) === 0n) return
  if (number > live.number) {
    const advice = `give block ${number} or a later one: that is the origin of block ${l2.chain.genesis.number} of the L2`
    throw new InvalidOption('l1.fork', `at block ${live.number}`, advice)
  }
  const block = (await live.request('eth_getBlockByNumber', [
    quantity(number),
    false,
  ])) as JsonObject | null
  if (block === null || block.hash === bytesToHex(hash)) return
  const advice = `give the L1 of chain ${chainId}: its origin, block ${number}, is ${bytesToHex(hash)} there`
  throw new InvalidOption('l1.fork', `of chain ${l1.protocol.chainId}`, advice)
}
