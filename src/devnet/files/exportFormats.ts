import type { Chain } from '../../chain/chain.ts'
import { createPace, type PaceClock } from '../../clock/pace.ts'
import type { Protocol } from '../../ethereumjs/protocol/protocol.ts'
import { PersistentState } from '../../state/persistentState.ts'
import type { TxPool } from '../../txpool/txPool.ts'
import type { ExportFormat } from '../../types/export.ts'
import type { AnyHardforkName, ChainRules } from '../../types/genesis.ts'
import type { SealedBlock } from '../../types/view.ts'
import type { Impersonation } from '../accounts/impersonation.ts'
import type { FixtureNames } from '../fixtures/fixtureNames.ts'
import type { Settings } from '../options/options.ts'
import type { Reader } from '../read/reader.ts'
import type { StateFiles } from './stateFiles.ts'

/** All there are. */
export const exportFormats = [
  'anvil',
  'genesis',
  'rlp',
  'fixture',
] as const satisfies readonly ExportFormat[]

/** The parts of a devnet from which a chain is written. */
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

type Limits = ExportDeps['settings']

/** What a `genesis.json` does not say. */
export function genesisNotes(
  { number }: SealedBlock,
  { forks, proofOfWork }: ChainRules,
  { codeSizeLimit, network }: Limits,
): readonly string[] {
  const isMined = !proofOfWork && forks.every(({ name }) => name !== 'paris')
  return [
    ...withoutBlocks(number),
    ...limitNotes({ codeSizeLimit, network }),
    ...(isMined
      ? ['before the merge a genesis.json means a chain with proof of work, which this one is not']
      : []),
  ]
}

/** What running blocks takes. */
export function replayNotes(blocks: readonly SealedBlock[], limits: Limits): readonly string[] {
  const isUnkept = blocks.some(({ state }) => !(state instanceof PersistentState))
  return [
    'the blocks go on from the genesis of this chain: export it with --format genesis --block 0',
    ...limitNotes(limits),
    ...(!limits.transactionGasCap && blocks.some(isAboveCap)
      ? ['transactions have more gas than 2^24: load with --no-transaction-gas-cap']
      : []),
    ...(isUnkept
      ? ['the states of some blocks are missing, so it was not checked that they lead here']
      : []),
  ]
}

/** What a fixture does not say. */
export async function fixtureNotes(
  { number, state }: SealedBlock,
  fork: AnyHardforkName,
  { names, impersonation: { auto }, clock }: Pick<ExportDeps, 'names' | 'impersonation' | 'clock'>,
): Promise<readonly string[]> {
  const named = Object.values(names.known.accounts)
  return [
    ...withoutBlocks(number),
    ...(fork.startsWith('bpo') ? [`the hardfork is osaka in it, and not ${fork}`] : []),
    ...(named.some(({ privateKey }) => privateKey !== undefined)
      ? ['private keys are left out: accounts have their addresses']
      : []),
    ...(auto ? ['it does not say that everybody sends without a key (autoImpersonate)'] : []),
    ...((await hasUnusualNonce(state as PersistentState, clock))
      ? ['contracts with nonce 0 have nonce 1 in it, as contracts of its own']
      : []),
  ]
}

/** What is on no chain yet. */
export function waitingNotes({ pool, reader }: ExportDeps): readonly string[] {
  const open = reader.pending?.transactions.length ?? 0
  const count = pool.size + open
  return count === 0 ? [] : [`transactions that are not sealed are left out: ${count}`]
}

function withoutBlocks(number: bigint): readonly string[] {
  if (number === 0n) return []
  const blocks = number === 1n ? 'block 1 is' : `blocks 1 to ${number} are`
  return [`${blocks} left out with transactions, receipts and logs`]
}

/** The options that a chain on a genesis.json needs besides the file. */
function limitNotes({
  codeSizeLimit,
  network,
}: Pick<Limits, 'codeSizeLimit' | 'network'>): readonly string[] {
  return [
    ...(codeSizeLimit === undefined ? [] : [`load with --code-size-limit ${codeSizeLimit}`]),
    ...(network === undefined ? [] : [`load with --network ${network.name}, whose rules it has`]),
  ]
}

/** EIP-7825. */
const gasCap = 2n ** 24n

function isAboveCap({ header, transactions }: SealedBlock): boolean {
  if (!header.common.isActivatedEIP(7825)) return false
  return transactions.some(({ envelope }) => envelope.gasLimit > gasCap)
}

async function hasUnusualNonce(state: PersistentState, clock: PaceClock): Promise<boolean> {
  const yieldIfDue = createPace(clock)
  for (const { nonce, code } of state.accounts()) {
    if (nonce === 0n && code.length > 0) return true
    await yieldIfDue()
  }
  return false
}
