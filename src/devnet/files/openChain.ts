import { Block, createBlockHeader } from '@ethereumjs/block'
import { executeBlock } from '../../block/executeBlock.ts'
import { Chain } from '../../chain/chain.ts'
import type { Clock } from '../../clock/clock.ts'
import { createPace } from '../../clock/pace.ts'
import type { EvmPool } from '../../ethereumjs/machine.ts'
import { createProtocol, type Protocol, protocolOf } from '../../ethereumjs/protocol/protocol.ts'
import { sealedBlock } from '../../execution/rules/closeBlock.ts'
import { requireEqual } from '../../execution/rules/invalidBlock.ts'
import { type OpStackRules, opStackOf } from '../../execution/rules/opStack.ts'
import { create2Deployer, systemContracts } from '../../execution/rules/systemContracts.ts'
import { decodeBlock, type EncodedBlock } from '../../files/chainFile.ts'
import { genesisBlock } from '../../files/genesis/genesisWriter.ts'
import { openGenesisFile, readBlocks, readGenesis } from '../../files/heldFile.ts'
import { bytesToHex } from '../../lib/hex.ts'
import type { Genesis } from '../../types/genesis.ts'
import type { ImportProgress } from '../../types/options/options.ts'
import type { GenesisAccount } from '../../types/state.ts'
import type { StoredChain } from '../../types/stateFile.ts'
import type { SealedBlock } from '../../types/view.ts'
import type { Wallet } from '../accounts/accounts.ts'
import type { LiveChain } from '../hooks/liveChain.ts'
import { chainOfFixture } from '../options/fixtureChain.ts'
import { contradiction, isKept, type Layer } from '../options/layers.ts'
import type { Settings } from '../options/options.ts'
import { blocksOf, loadState, openState, readOver } from './loadState.ts'

export interface FreshGenesis {
  /** Seconds. */
  readonly timestamp: bigint
  /** Accounts that go over all others. */
  readonly alloc: readonly GenesisAccount[]
}

/** The first block of a fresh chain: the funded accounts, and the contracts that the protocol calls. */
function createGenesis(
  settings: Settings,
  protocol: Protocol,
  { balances }: Pick<Wallet, 'balances'>,
  { timestamp, alloc }: FreshGenesis,
): SealedBlock {
  const opStack = opStackOf(protocol.commonAt(0n, timestamp))
  const funded = [...balances].map(([address, balance]) => ({ address, balance }))
  const { gasLimit, baseFee: baseFeePerGas } = settings
  const contracts = systemContracts(protocol.commonAt(0n, timestamp))
  const wanted = settings.disableDefaultCreate2Deployer
    ? contracts.filter(({ address }) => address !== bytesToHex(create2Deployer.address))
    : contracts
  return genesisBlock(
    {
      header: { timestamp, gasLimit, baseFeePerGas, ...(opStack && headerOf(opStack)) },
      accounts: over(alloc, [...wanted, ...(opStack?.predeploys(timestamp) ?? []), ...funded]),
    },
    protocol,
  )
}

function over(
  accounts: readonly GenesisAccount[],
  below: readonly GenesisAccount[],
): readonly GenesisAccount[] {
  if (accounts.length === 0) return below
  const addresses = new Set(accounts.map(({ address }) => address))
  return [...below.filter(({ address }) => !addresses.has(address)), ...accounts]
}

function headerOf({ extraData, coinbase }: OpStackRules) {
  return { extraData, coinbase }
}

/** What genesis is under another number: for a chain whose earlier blocks are not there. */
function laterGenesis(
  { block, header, state }: SealedBlock,
  number: bigint,
  protocol: Protocol,
): SealedBlock {
  const common = protocol.commonAt(number, header.timestamp)
  const later = createBlockHeader(
    { ...header, number },
    { common, skipConsensusFormatValidation: true },
  )
  const withWithdrawals = new Block(later, [], [], block.withdrawals)
  return sealedBlock(withWithdrawals, { transactions: [], receipts: [], state })
}

/** Where blocks are imported to. */
export interface ImportDeps {
  readonly chain: Chain
  readonly protocol: Protocol
  readonly machines: EvmPool
}

/** Often enough for people to see that it goes on. */
const reportMs = 100

/**
 * Runs blocks on top of a chain, which may begin with its genesis block, as geth's exports do.
 * Throws an `InvalidBlock` or an `InvalidChainFile` at the first that does not fit.
 */
async function importBlocks(
  { chain, protocol, machines }: ImportDeps,
  blocks: readonly EncodedBlock[],
  onProgress?: (progress: ImportProgress) => void,
): Promise<void> {
  const { clock } = machines
  const pace = createPace(clock)
  const startMs = clock.realMs()
  let reportedMs = startMs
  let gas = 0n
  for (const [index, encoded] of blocks.entries()) {
    const block = decodeBlock(encoded, protocol)
    const { number, timestamp, gasUsed } = block.header
    if (number === 0n) {
      requireEqual(number, 'hash', block.hash(), chain.genesis.header.hash())
    } else {
      const engine = {
        machines,
        common: protocol.commonAt(number, timestamp),
        blockHashes: (wanted: bigint) => chain.blockHash(wanted),
      }
      chain.append(await executeBlock(engine, chain.head, block))
      gas += gasUsed
    }
    const [done, nowMs] = [index + 1, clock.realMs()]
    if (nowMs - reportedMs >= reportMs || done === blocks.length) {
      reportedMs = nowMs
      const mgasPerSecond = Number(gas) / 1000 / Math.max(nowMs - startMs, 1)
      onProgress?.({ blocks: done, total: blocks.length, mgasPerSecond })
    }
    await pace()
  }
}

export interface OpenChainDeps {
  readonly clock: Clock
  readonly machines: EvmPool
  readonly wallet: Pick<Wallet, 'balances'>
  /** Accounts that a fresh chain begins with besides its own; they go over those. */
  readonly alloc?: readonly GenesisAccount[] | undefined
  readonly onProgress?: ((progress: ImportProgress) => void) | undefined
}

/** A chain to go on from. */
export interface OpenChain {
  readonly protocol: Protocol
  readonly chain: Chain
  /** The settings, with values of files in place of the defaults. */
  readonly settings: Settings
  /** What a state file has besides its blocks, when preconf wrote it. */
  readonly stored?: StoredChain | undefined
  /** The live chain that it goes on from. */
  readonly live?: LiveChain | undefined
}

/**
 * The chain that a devnet begins with: one of its own, or the genesis and the blocks of files, which
 * nothing takes back any more. The clock is then not behind its head.
 */
export async function openChain(settings: Settings, deps: OpenChainDeps): Promise<OpenChain> {
  const opened = await openGenesis(settings, deps)
  const { state } = settings.layers
  return state === undefined ? opened : withState(opened, state, deps)
}

/** The chain with a state file put over it. */
async function withState(
  { protocol, chain, settings }: OpenChain,
  state: Layer,
  { clock }: OpenChainDeps,
): Promise<OpenChain> {
  const { transactionGasCap, codeSizeLimit, enableP256, extension } = settings
  const { slotsInAnEpoch, finalizedLag, layers } = settings
  const deps = { protocol, clock, transactionGasCap, codeSizeLimit, enableP256, extension }
  if (layers.chain !== undefined) {
    const file = await readOver(state.source, chain, deps)
    if (blocksOf(file).length > 0) {
      throw contradiction(state, layers.chain, (other) => `it has blocks, as has ${other}`)
    }
    chain.amendHead(file.state)
    return { protocol, chain, settings }
  }
  const opened = await openState(state.source, chain.genesis, {
    ...deps,
    slotsInAnEpoch,
    finalizedLag,
  })
  const { chainId } = opened.protocol.rules
  // The chain that is kept may have changed its id since it began.
  if (!isKept(layers) && chainId !== protocol.rules.chainId) {
    refuseOtherId(state, chainId, { layers, protocol })
  }
  const { timestamp, gasLimit } = opened.chain.head.header
  clock.follow(timestamp)
  return { ...opened, settings: { ...settings, chainId, gasLimit }, stored: opened.file.chain }
}

/** A fork of a live chain with its state file, if it has one, put over it. */
export async function loadedOver(
  forked: OpenChain,
  { clock }: Pick<OpenChainDeps, 'clock'>,
): Promise<OpenChain> {
  const { protocol, chain, settings, live } = forked
  const { transactionGasCap, codeSizeLimit, enableP256, extension, layers } = settings
  if (layers.state === undefined) return forked
  const limits = { transactionGasCap, codeSizeLimit, enableP256, extension }
  const { source } = layers.state
  // A file of several chains has each by its id, which is that of the live chain.
  const own = source.part === undefined ? source : { ...source, part: protocol.rules.chainId }
  const { file, apply } = await loadState(own, chain, {
    protocol,
    clock,
    fork: live?.point,
    ...limits,
  })
  apply()
  return { ...forked, stored: file.chain }
}

/** A state says the id of its chain, unless a genesis or a fixture says another. */
function refuseOtherId(
  state: Layer,
  chainId: number,
  {
    layers: { genesis, fixture },
    protocol,
  }: Pick<Settings, 'layers'> & Pick<OpenChain, 'protocol'>,
): void {
  const { chainId: wanted } = protocol.rules
  const { content, places } = (fixture && chainOfFixture(fixture.declared)) ?? {}
  if (content?.id !== chainId) {
    places?.get('id')?.refuse(`remove it or give ${chainId}, the chain id of ${state.source.name}`)
  }
  if (genesis === undefined) return
  throw contradiction(
    state,
    genesis,
    (other) => `it is of chain ${chainId}, but ${other} of chain ${wanted}`,
  )
}

async function openGenesis(settings: Settings, deps: OpenChainDeps): Promise<OpenChain> {
  const { layers } = settings
  if (layers.genesis === undefined) return freshChain(settings, deps)
  const { clock, machines, onProgress, alloc = [] } = deps
  const genesis = await readGenesis(layers.genesis.source, settings.unlikeLive.chainId)
  const protocol = protocolOf(genesis.rules, settings)
  const accounts = beneath(genesis, alloc, protocol)
  const chain = chainOn(genesisBlock({ ...genesis, accounts }, protocol), protocol, settings)
  if (layers.chain !== undefined) {
    const blocks = await readBlocks(layers.chain.source)
    await importBlocks({ chain, protocol, machines }, blocks, onProgress)
  }
  const { timestamp, gasLimit } = chain.head.header
  chain.finalize()
  clock.follow(timestamp)
  return { protocol, chain, settings: { ...settings, chainId: genesis.rules.chainId, gasLimit } }
}

/** The accounts of a genesis, with those of the network beneath and the added ones over them, where there are such. */
function beneath(
  { header: { timestamp }, accounts }: Genesis,
  added: readonly GenesisAccount[],
  protocol: Protocol,
): readonly GenesisAccount[] {
  if (added.length === 0) return accounts
  const opStack = opStackOf(protocol.commonAt(0n, timestamp))
  return over(added, over(accounts, opStack?.predeploys(timestamp) ?? []))
}

async function freshChain(
  settings: Settings,
  { clock, wallet, alloc: added = [] }: OpenChainDeps,
): Promise<OpenChain> {
  const protocol = createProtocol(settings)
  // The clock has gone on since it began.
  const timestamp = BigInt(Math.floor((settings.startMs ?? clock.now()) / 1000))
  const { alloc: layer } = settings.layers
  const file = layer && (await openGenesisFile(layer.source))
  const alloc = over(file?.beginning().accounts ?? [], added)
  const genesis = createGenesis(settings, protocol, wallet, { timestamp, alloc })
  const chain = chainOn(genesis, protocol, settings)
  if (settings.number > 0n) {
    chain.appendCheckpoint(laterGenesis(genesis, settings.number, protocol))
    chain.finalize()
  }
  return { protocol, chain, settings }
}

function chainOn(
  genesis: SealedBlock,
  protocol: Protocol,
  { slotsInAnEpoch, finalizedLag }: Settings,
): Chain {
  const common = () => protocol.separateCommon(0n, genesis.header.timestamp)
  return Chain.create(genesis, { common, slotsInAnEpoch, finalizedLag })
}
