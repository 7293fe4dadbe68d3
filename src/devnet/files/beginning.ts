import type { Chain } from '../../chain/chain.ts'
import { type Clock, createClock } from '../../clock/clock.ts'
import { initCrypto } from '../../ethereumjs/crypto.ts'
import { EvmPool } from '../../ethereumjs/machine.ts'
import type { Protocol } from '../../ethereumjs/protocol/protocol.ts'
import { emptyState } from '../../state/persistentState.ts'
import type { ImportProgress } from '../../types/options/options.ts'
import type { GenesisAccount } from '../../types/state.ts'
import type { StoredChain } from '../../types/stateFile.ts'
import { type DevAccount, openWallet, type Wallet } from '../accounts/accounts.ts'
import { hookOf, type NodeExtension } from '../hooks/extension.ts'
import type { FoundFork, LiveChain } from '../hooks/liveChain.ts'
import type { Settings } from '../options/options.ts'
import { InvalidOption } from '../options/optionValues.ts'
import { loadedOver, type OpenChain, type OpenChainDeps, openChain } from './openChain.ts'

/** What a devnet begins with. */
export interface Beginning {
  /** The settings, with values of files in place of the defaults. */
  readonly settings: Settings
  readonly protocol: Protocol
  readonly clock: Clock
  readonly accounts: readonly DevAccount[]
  readonly machines: EvmPool
  readonly chain: Chain
  /** What a state file has besides its blocks, when preconf wrote it. */
  readonly stored: StoredChain | undefined
  /** The live chain that it goes on from. */
  readonly live: LiveChain | undefined
}

export interface BeginOptions<Besides = unknown> {
  /** What is added to the core. @default [] */
  readonly extensions?: readonly NodeExtension[] | undefined
  readonly onProgress?: ((progress: ImportProgress) => void) | undefined
  /** The devnet whose clock, lock and moments to go back to it shares. */
  readonly beside?: Besides | undefined
  /** Whether others that share its clock are made after it: the last one begins what all of them do. */
  readonly isFollowed?: boolean | undefined
  /** Accounts that a fresh chain begins with besides its own; they go over those. */
  readonly alloc?: readonly GenesisAccount[] | undefined
}

/** Makes or reads what a devnet begins with. Throws what `openChain` does. */
export async function openBeginning(
  settings: Settings,
  { extensions = [], onProgress, beside, alloc = [] }: BeginOptions<{ readonly clock: Clock }>,
): Promise<Beginning> {
  await initCrypto()
  const wallet = await openWallet(settings)
  const found = await findLive(settings, extensions, wallet)
  const startMs = settings.startMs ?? found?.blockMs
  const clock =
    beside?.clock.beside(settings.allowSameTimestamp) ??
    createClock({ ...settings, startMs, mode: settings.clock })
  const { accounts, mnemonic } = wallet
  const machines = new EvmPool(emptyState(), clock, settings)
  const deps = { clock, machines, wallet, alloc, onProgress }
  const { network } = settings
  const extension = network && (await hookOf(extensions, 'networks')?.rulesOf(network))
  const opened = await opening({ ...settings, mnemonic, extension }, deps, found)
  const { protocol, chain, stored } = opened
  chain.keep({ states: settings.keptStates, blocks: settings.keptBlocks })
  return {
    settings: opened.settings,
    protocol,
    clock,
    accounts,
    machines,
    chain,
    stored,
    live: opened.live,
  }
}

async function opening(
  settings: Settings,
  deps: OpenChainDeps,
  found: FoundFork | undefined,
): Promise<OpenChain> {
  if (found === undefined) return openChain(settings, deps)
  try {
    return await loadedOver(found.open(settings, deps), deps)
  } catch (error) {
    await found.close()
    throw error
  }
}

/** Finds the live chain to begin from, if that is wanted. */
async function findLive(
  settings: Settings,
  extensions: readonly NodeExtension[],
  wallet: Wallet,
): Promise<FoundFork | undefined> {
  const { fork } = settings
  if (fork === undefined) return undefined
  const findFork = hookOf(extensions, 'findFork')
  if (findFork !== undefined) return findFork(settings, fork, wallet)
  throw new InvalidOption('fork', 'a live chain', 'remove it: no extension here forks one')
}
