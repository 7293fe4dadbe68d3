import type { Chain } from '../chain/chain.ts'
import { type CompiledChain, chainSnapshotOf, compileChain } from '../chain/compiledChain.ts'
import type { Clock, ClockSnapshot } from '../clock/clock.ts'
import type { CurrentProtocol } from '../ethereumjs/protocol/currentProtocol.ts'
import { protocolOf } from '../ethereumjs/protocol/protocol.ts'
import { frozenCopy } from '../files/fixture/plainData.ts'
import type { TxPool } from '../txpool/txPool.ts'
import type { LoadedFixture } from '../types/fixture.ts'
import type { ChainRules } from '../types/genesis.ts'
import type { StateEdit } from '../types/stateEdit.ts'
import type { Flashblock, PendingBlockView } from '../types/view.ts'
import type { Impersonation, ImpersonationSnapshot } from './accounts/impersonation.ts'
import type { Keyring, KeyringSnapshot } from './accounts/keyring.ts'
import type { BlockFields, ChosenFields } from './build/blockFields.ts'
import type { FlashblockStream } from './build/flashblockStream.ts'
import type { Producer } from './build/produce.ts'
import type { Publisher } from './build/publisher.ts'
import {
  type CompiledRecords,
  compileRecords,
  recordsOf,
  type TransactionRecords,
} from './fate/transactionRecords.ts'
import type { Faults, FaultsSnapshot } from './faults/faults.ts'
import type { FixtureNames } from './fixtureNames.ts'
import type { Settings } from './options.ts'

/** All that a test can change, where nothing is under way. */
export interface MomentParts {
  readonly settings: Settings
  readonly protocol: CurrentProtocol
  readonly chain: Chain
  readonly pool: TxPool
  readonly producer: Producer
  readonly publisher: Publisher
  readonly clock: Clock
  readonly faults: Faults
  readonly stream: FlashblockStream
  readonly records: TransactionRecords
  readonly fields: BlockFields
  readonly keyring: Keyring
  readonly impersonation: Impersonation
  readonly names: FixtureNames
}

/** A moment as plain data, for `node:v8` to write. */
export interface CompiledMoment {
  readonly rules: ChainRules
  readonly chain: CompiledChain
  /** How far it has gone since the beginning. */
  readonly clock: ClockSnapshot
  readonly faults: FaultsSnapshot
  readonly records: CompiledRecords
  readonly fields: ChosenFields
  readonly keyring: KeyringSnapshot
  readonly impersonation: ImpersonationSnapshot
  readonly names: LoadedFixture
  readonly open?: CompiledOpenBlock | undefined
}

/** The block that is open, without transactions. */
interface CompiledOpenBlock {
  readonly timestamp: bigint
  /** Of each flashblock what was edited until the next one. */
  readonly flashblocks: readonly (readonly StateEdit[])[]
}

/** `began`: the clock when the first of it was done. */
export function compileMoment(parts: MomentParts, began: ClockSnapshot): CompiledMoment {
  const { protocol, chain, producer, clock, faults, records, fields } = parts
  const { keyring, impersonation, names, publisher } = parts
  const { pending } = producer
  const base = chain.fork()
  if (pending !== undefined) base.amendHead(pending.parent.state)
  const { nowMs, offsetMs, ...timestamps } = clock.snapshot()
  return {
    rules: protocol.rules,
    chain: compileChain(base.snapshot()),
    clock: { nowMs: nowMs - began.nowMs, offsetMs: offsetMs - began.offsetMs, ...timestamps },
    faults: faults.snapshot(),
    records: compileRecords(records.snapshot()),
    fields: fields.snapshot(),
    keyring: keyring.snapshot(),
    impersonation: impersonation.snapshot(),
    names: names.snapshot(),
    open: pending && compileOpenBlock(pending, publisher.flashblocks),
  }
}

/** Has a devnet go on from a moment that was compiled, as if it had all been done now. */
export async function resumeMoment(parts: MomentParts, compiled: CompiledMoment): Promise<void> {
  const { settings, protocol, chain, producer, clock, faults, records, fields } = parts
  const { keyring, impersonation, names } = parts
  const { rules } = compiled
  producer.discard()
  protocol.restore(protocolOf(rules, settings))
  const protocolWith = (chainId: number) =>
    chainId === rules.chainId ? protocol : protocolOf({ ...rules, chainId }, settings)
  chain.restore(chainSnapshotOf(compiled.chain, protocolWith))
  restoreClock(clock, compiled.clock)
  clock.commit(chain.head.header.timestamp)
  faults.restore(compiled.faults)
  fields.restore(compiled.fields)
  keyring.restore(compiled.keyring)
  impersonation.restore(compiled.impersonation)
  names.restore(frozenCopy(compiled.names))
  if (compiled.open !== undefined) await reopen(parts, compiled.open)
  records.restore(recordsOf(compiled.records))
}

/** A manual clock has gone as far as it went then, a real one as far as it was moved. */
function restoreClock(clock: Clock, went: ClockSnapshot): void {
  const { nowMs, offsetMs } = clock.snapshot()
  clock.restore({
    ...went,
    nowMs: nowMs + (clock.mode === 'manual' ? went.nowMs : went.offsetMs),
    offsetMs: offsetMs + went.offsetMs,
  })
}

function compileOpenBlock(
  { header, edits }: PendingBlockView,
  flashblocks: readonly Flashblock[],
): CompiledOpenBlock {
  let from = 0
  const edited = flashblocks.map(({ view }) => {
    const own = edits.slice(from, view.edits.length)
    from = view.edits.length
    return own.map(({ edit }) => edit)
  })
  return { timestamp: header.timestamp, flashblocks: edited }
}

async function reopen(
  { producer, clock }: MomentParts,
  { timestamp, flashblocks }: CompiledOpenBlock,
): Promise<void> {
  // On a real clock the time of the block has passed, and what was edited is of the head.
  for (const [index, edits] of flashblocks.entries()) {
    if (clock.mode === 'manual') {
      if (index === 0) await producer.open(Number(timestamp) * 1000 - clock.now())
      else await producer.flashblock()
    }
    for (const edit of edits) producer.edit(edit)
  }
}
