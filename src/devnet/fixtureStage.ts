import type { Chain } from '../chain/chain.ts'
import type { MachinePool } from '../ethereumjs/machine.ts'
import type { CallRequest } from '../types/request.ts'
import type { StateEdit } from '../types/stateEdit.ts'
import type { SignedTransaction } from '../types/transaction.ts'
import type { Flashblock, SealedBlock } from '../types/view.ts'
import type { Impersonation } from './accounts/impersonation.ts'
import type { Keyring } from './accounts/keyring.ts'
import type { MineRequest } from './build/mine.ts'
import type { TransactionFates } from './fate/transactionFates.ts'
import type { FixtureNames } from './fixtureNames.ts'
import type { Settings } from './options.ts'
import type { Reader } from './read/reader.ts'
import type { Sender } from './submit/sendTransaction.ts'

/** Where a fixture comes about: a devnet on which nobody else makes blocks, and on which time stands still. */
export interface FixtureStage {
  readonly names: FixtureNames
  readonly settings: Pick<Settings, 'mnemonic' | 'derivationPath'>
  readonly machines: MachinePool
  readonly chain: Chain
  readonly reader: Reader
  readonly keyring: Keyring
  readonly impersonation: Impersonation
  readonly fates: TransactionFates
  readonly development: { edit(edit: StateEdit): Promise<void> }
  send(request: CallRequest, sender: Sender): Promise<SignedTransaction>
  submit(bytes: Uint8Array): Promise<SignedTransaction>
  flashblock(): Promise<Flashblock>
  seal(): Promise<SealedBlock>
  mine(request: MineRequest): Promise<readonly SealedBlock[]>
}

/** The newest state there is. */
export function newestState({ reader }: Pick<FixtureStage, 'reader'>) {
  return (reader.pending ?? reader.head).state
}
