import type { Chain } from '../../chain/chain.ts'
import type { PaceClock } from '../../clock/pace.ts'
import type { Protocol } from '../../ethereumjs/protocol/protocol.ts'
import type { TxPool } from '../../txpool/txPool.ts'
import type { Impersonation } from '../accounts/impersonation.ts'
import type { FixtureNames } from '../fixtures/fixtureNames.ts'
import type { Settings } from '../options/options.ts'
import type { Reader } from '../read/reader.ts'
import type { StateFiles } from './stateFiles.ts'

/** Of what a chain is written: a devnet has it. */
export interface ExportDeps {
  readonly protocol: Protocol
  readonly chain: Chain
  readonly pool: TxPool
  readonly settings: Pick<Settings, 'transactionGasCap' | 'codeSizeLimit' | 'network'>
  readonly names: FixtureNames
  readonly impersonation: Impersonation
  readonly reader: Pick<Reader, 'pending'>
  readonly stateFiles: Pick<StateFiles, 'content'>
  readonly clock: PaceClock
}
