import { Chain } from '../../../chain/chain.ts'
import { checkTimestamp } from '../../../clock/clock.ts'
import type { Wallet } from '../../../devnet/accounts/accounts.ts'
import type { FoundFork, OpenedFork, OpenForkDeps } from '../../../devnet/hooks/liveChain.ts'
import { followLive, type Settings } from '../../../devnet/options/options.ts'
import { InvalidOption } from '../../../devnet/options/optionValues.ts'
import { withLater } from '../../../ethereumjs/protocol/hardforks.ts'
import { createProtocol, type Protocol, protocolOf } from '../../../ethereumjs/protocol/protocol.ts'
import {
  beaconRoots,
  blockHashes,
  consolidationRequests,
  withdrawalRequests,
} from '../../../execution/rules/systemContracts.ts'
import { bytesToHex, type Hex, hexToBytes } from '../../../lib/hex.ts'
import { ForkedState } from '../../../state/forkedState.ts'
import { pack } from '../../../state/trie/packed.ts'
import type { ForkSettings } from '../../../types/fork.ts'
import type { NetworkRecord } from '../../../types/network.ts'
import type { JsonObject } from '../../../types/values.ts'
import { networks } from '../../networks/extension.ts'
import { decodeFeeMarket } from '../../networks/op/fees.ts'
import { systemState } from '../../networks/op/l1Block.ts'
import { networkWithId, records } from '../../networks/records.ts'
import { openFork as openFacts } from '../openFork.ts'
import type { RemoteFacts } from '../remoteFacts.ts'
import { ForkedChain, hashOf, liveBlock } from './forkedChain.ts'
import { liveRules, type RulesSource, scheduleOf } from './liveRules.ts'
import { LiveState } from './liveState.ts'

/** The day of Base's upgrade Azul, 28 May 2026: its hour is not known. */
const azulTime = 1_779_926_400n

/**
 * The network of a live chain, of whose blocks `raw` is one, with its id and its base fee: by its id or that of a test
 * network, or as OP Mainnet where its blocks say by the OP stack how the base fee follows their gas. None of Ethereum
 * and of what is not known.
 */
export function networkOfChain(chainId: number, raw: JsonObject): NetworkRecord | undefined {
  const { extraData, baseFeePerGas } = raw
  const market =
    typeof extraData === 'string' ? decodeFeeMarket(hexToBytes(extraData as Hex)) : undefined
  const name = networkWithId(chainId)
  if (name === undefined) {
    return market && { ...records.op, ...market, name: `chain ${chainId}`, chainId }
  }
  // Its blocks have times in milliseconds since they are 200 ms apart.
  if (name === 'base-flashblocks') {
    const isDenim = raw.timestampMs !== undefined
    return isDenim ? { ...records.base, chainId } : { ...records[name], ...{ azulTime }, chainId }
  }
  const record = { ...records[name], chainId }
  if (record.constantBaseFee === undefined || typeof baseFeePerGas !== 'string') return record
  return { ...record, constantBaseFee: BigInt(baseFeePerGas) }
}

/** EraVM's chains: their contracts are no EVM code. */
const eraVm: ReadonlySet<number> = new Set([324, 300])

/** A chain was asked for that cannot run here. */
class UnsupportedChain extends Error {
  override readonly name = 'UnsupportedChain'
  readonly code = -32602
}

/** viem asks whether it is there. */
const multicall3: Hex = '0xca11bde05977b3631167028862be2a173976ca11'

const zeroAddress: Hex = `0x${'00'.repeat(20)}`

/** Both contracts keep in these slots what the end of a block reads (EIP-7002, EIP-7251). */
const requestSlots = [0, 1, 2, 3].map((slot) => bytesToHex(word(slot)))

/**
 * Finds the block to begin after, and fetches what every block needs and the accounts that are funded:
 * two exchanges. Throws what the client of the live chain says, and an `UnsupportedChain`.
 */
export async function findFork(
  settings: Settings,
  fork: ForkSettings,
  { balances }: Pick<Wallet, 'balances'>,
): Promise<FoundFork> {
  const facts = await openFacts(fork.source)
  try {
    return await forkOf(facts, settings, { fork, balances })
  } catch (error) {
    await facts.close()
    throw error
  }
}

async function forkOf(
  facts: RemoteFacts,
  settings: Settings,
  { fork, balances }: { readonly fork: ForkSettings } & Pick<Wallet, 'balances'>,
): Promise<FoundFork> {
  const { chainId, raw } = facts.block
  if (eraVm.has(chainId)) {
    throw new UnsupportedChain(
      `chain ${chainId} is a zkSync chain, whose contracts are for EraVM: no EVM can run them, so it cannot be forked`,
    )
  }
  const schedule = scheduleOf(chainId, raw)
  const followed = settings.followsLive && schedule === undefined
  const network = followed ? networkOfChain(chainId, raw) : settings.network
  const follow = (own: Settings) =>
    followed && network !== undefined ? followLive(own, network) : own
  const [config] = await Promise.all([
    schedule === undefined ? facts.requestIfThere('eth_config', []) : undefined,
    facts.need(alwaysNeeded(fork.fundsAccounts ? soonNeeded(balances, fork) : [])),
    network?.rules === 'opStack' && facts.need(systemState),
  ])
  const { rules, source } = liveRules(chainId, raw, config)
  const extension = network && (await networks.rulesOf(network))
  const own = { ...follow(settings), extension, chainId: chainIdOf(settings, chainId) }
  const protocol = settings.unlikeLive.hardfork
    ? createProtocol(own)
    : protocolOf(withLater({ ...rules, chainId: own.chainId }, own.laterHardforks), own)
  const isUnlikeLive = settings.unlikeLive.hardfork || own.laterHardforks !== undefined
  const hasLiveRules = !isUnlikeLive && own.chainId === chainId
  return {
    blockMs: Number(raw.timestamp as Hex) * 1000,
    open: (given, deps) =>
      openFork(
        { fork, facts, protocol, rulesSource: source, hasLiveRules },
        { ...follow(given), network, extension },
        deps,
      ),
    close: () => facts.close(),
  }
}

/** Funded accounts, whose nonce and code are on the live chain; where a rate holds, the others when they are used. */
function soonNeeded(balances: Wallet['balances'], { source }: ForkSettings): readonly Hex[] {
  const isLimited = source.upstream?.requestsPerSecond !== undefined
  return [...balances.keys()].slice(0, isLimited ? maxReadAtRate : undefined)
}

/** The default number of requests at a time. */
const maxReadAtRate = 10

interface Found {
  readonly fork: ForkSettings
  readonly facts: RemoteFacts
  readonly protocol: Protocol
  readonly rulesSource: RulesSource
  readonly hasLiveRules: boolean
}

function openFork(
  { fork, facts, protocol, rulesSource, hasLiveRules }: Found,
  settings: Settings,
  { wallet: { balances }, clock, alloc = [] }: OpenForkDeps,
): OpenedFork {
  const { layers, slotsInAnEpoch, finalizedLag } = settings
  refuseBeside(layers)
  const { raw } = facts.block
  const added = alloc.map(({ address, balance = 0n }) => [address, balance] as const)
  const all = [...(fork.fundsAccounts ? balances : []), ...added]
  const funded = new Map(all.map(([address, wei]) => [pack(hexToBytes(address)), wei]))
  const state = new LiveState(facts.at(facts.block), {
    root: hexToBytes(raw.stateRoot as Hex),
    funded,
    isProven: facts.info().verified,
    isOffline: facts.info().offline,
    canPrefetch: () => facts.canPrefetch,
    hashOf: (number) => hashOf(facts, number),
  })
  const first = liveBlock(raw, protocol, new ForkedState(state))
  const common = () => protocol.separateCommon(first.number, first.header.timestamp)
  const chain = Chain.create(first, { common, slotsInAnEpoch, finalizedLag })
  chain.finalize(first.number)
  const live = new ForkedChain({
    facts,
    state,
    protocol,
    settings: fork,
    rulesSource,
    hasLiveRules,
  })
  const { timestamp, gasLimit } = chain.head.header
  checkTimestamp(timestamp)
  clock.follow(timestamp)
  const { chainId } = protocol.rules
  return { protocol, chain, live, settings: { ...settings, chainId, gasLimit } }
}

/** A live chain has a genesis, and blocks after it. */
function refuseBeside({ genesis, chain }: Settings['layers']): void {
  const other = genesis ?? chain
  if (other === undefined) return
  const problem = 'a fork begins with the blocks of its live chain: leave this out, or the fork'
  throw new InvalidOption(other.option, other.content, problem)
}

/** Hardhat's node keeps its own id; others take that of the chain, unless the user sets one. */
function chainIdOf({ unlikeLive, compatRules, chainId }: Settings, live: number): number {
  const isOwn = unlikeLive.chainId !== undefined || compatRules.forkChainId === 'own'
  return isOwn ? chainId : live
}

/** What opening and sealing a block reads, so that neither has to wait. */
function alwaysNeeded(funded: readonly Hex[]): Parameters<RemoteFacts['need']>[0] {
  const [withdrawals, consolidations] = [withdrawalRequests, consolidationRequests].map(
    ({ address }) => bytesToHex(address),
  ) as [Hex, Hex]
  const others = [beaconRoots, blockHashes].map(({ address }) => bytesToHex(address))
  return {
    accounts: [
      ...new Set([...funded, zeroAddress, multicall3, ...others, withdrawals, consolidations]),
    ],
    slots: [
      { address: withdrawals, slots: requestSlots },
      { address: consolidations, slots: requestSlots },
    ],
  }
}

function word(value: number): Uint8Array {
  const bytes = new Uint8Array(32)
  bytes[31] = value
  return bytes
}
