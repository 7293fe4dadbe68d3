import type { Chain } from '../../chain/chain.ts'
import { type Clock, createClock } from '../../clock/clock.ts'
import { initCrypto } from '../../ethereumjs/crypto.ts'
import { MachinePool } from '../../ethereumjs/machine.ts'
import type { Protocol } from '../../ethereumjs/protocol/protocol.ts'
import { emptyState } from '../../state/persistentState.ts'
import type { ImportProgress } from '../../types/options.ts'
import type { StoredChain } from '../../types/stateFile.ts'
import { type DevAccount, openWallet } from '../accounts/accounts.ts'
import type { Settings } from '../options/options.ts'
import { openChain } from './openChain.ts'
import { dumpPaths } from './stateFiles.ts'

/** What a devnet begins with. */
export interface Beginning {
  /** With what files say in place of the defaults. */
  readonly settings: Settings
  readonly protocol: Protocol
  readonly clock: Clock
  readonly accounts: readonly DevAccount[]
  readonly machines: MachinePool
  readonly chain: Chain
  readonly dumpPaths: readonly string[]
  /** What a state file has besides its blocks, when preconf wrote it. */
  readonly stored: StoredChain | undefined
}

/** Makes or reads what a devnet begins with. Throws what `openChain` does. */
export async function openBeginning(
  settings: Settings,
  onProgress: ((progress: ImportProgress) => void) | undefined,
): Promise<Beginning> {
  await initCrypto()
  const paths = await dumpPaths(settings)
  const clock = createClock({ ...settings, mode: settings.clock })
  const wallet = await openWallet(settings)
  const { accounts, mnemonic } = wallet
  const machines = new MachinePool(emptyState(), clock, settings)
  const opened = await openChain({ ...settings, mnemonic }, { clock, machines, wallet, onProgress })
  const { protocol, chain, stored } = opened
  chain.keep({ states: settings.keptStates, blocks: settings.keptBlocks })
  return {
    settings: opened.settings,
    protocol,
    clock,
    accounts,
    machines,
    chain,
    dumpPaths: paths,
    stored,
  }
}
