import { Chain } from '../chain/chain.ts'
import type { Clock } from '../clock/clock.ts'
import type { MachinePool } from '../evm/machine.ts'
import { createProtocol, type Protocol, protocolOf } from '../evm/protocol.ts'
import { genesisBlock } from '../fixtures/genesisBlock.ts'
import { readBlocks, readGenesis } from '../fixtures/readFiles.ts'
import type { ImportProgress } from '../types/options.ts'
import type { SealedBlock } from '../types/view.ts'
import type { DevAccount } from './accounts.ts'
import { createGenesis } from './genesis.ts'
import { importBlocks } from './importBlocks.ts'
import type { Settings } from './options.ts'

export interface OpenChainParts {
  readonly clock: Clock
  readonly machines: MachinePool
  readonly accounts: readonly DevAccount[]
  readonly onProgress?: ((progress: ImportProgress) => void) | undefined
}

/** A chain to go on from. */
export interface OpenChain {
  readonly protocol: Protocol
  readonly chain: Chain
  /** With what a genesis file says in place of the defaults. */
  readonly settings: Settings
}

/**
 * The chain that a devnet begins with: one of its own, or the genesis and the blocks of files, which
 * nothing takes back any more. The clock is then not behind its head.
 */
export async function openChain(settings: Settings, parts: OpenChainParts): Promise<OpenChain> {
  const { genesis: source, chain: chainSource, transactionGasCap } = settings
  if (source === undefined) return freshChain(settings, parts)
  const { clock, machines, onProgress } = parts
  const genesis = await readGenesis(source)
  const protocol = protocolOf(genesis.rules, { transactionGasCap })
  const chain = await chainOn(genesisBlock(genesis, protocol), protocol)
  if (chainSource !== undefined) {
    const blocks = await readBlocks(chainSource)
    await importBlocks({ chain, protocol, machines }, blocks, onProgress)
  }
  const { timestamp, gasLimit } = chain.head.header
  chain.finalize()
  clock.commit(timestamp)
  return { protocol, chain, settings: { ...settings, chainId: genesis.rules.chainId, gasLimit } }
}

async function freshChain(
  settings: Settings,
  { clock, accounts }: OpenChainParts,
): Promise<OpenChain> {
  const protocol = createProtocol(settings)
  const timestamp = BigInt(Math.floor(clock.now() / 1000))
  const genesis = createGenesis(settings, protocol, accounts, timestamp)
  return { protocol, chain: await chainOn(genesis, protocol), settings }
}

function chainOn(genesis: SealedBlock, protocol: Protocol): Promise<Chain> {
  const common = protocol.separateCommon(0n, genesis.header.timestamp)
  return Chain.create(genesis, { common })
}
