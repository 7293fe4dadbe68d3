import type { Chain } from '../../chain/chain.ts'
import type { Clock } from '../../clock/clock.ts'
import type { EvmPool } from '../../ethereumjs/machine.ts'
import type { Protocol } from '../../ethereumjs/protocol/protocol.ts'
import type { Lock } from '../../lib/lock.ts'
import type { Hub } from '../../subscriptions/hub.ts'
import type { TxPool } from '../../txpool/txPool.ts'
import type { Faults } from '../faults/faults.ts'
import { InclusionDelays } from '../faults/inclusionDelays.ts'
import type { SkippedStates } from '../faults/skippedStates.ts'
import { isSpeculating } from '../options/cadenceOptions.ts'
import type { Settings } from '../options/options.ts'
import { PublishedFlashblocks } from '../status/publishedFlashblocks.ts'
import type { TransactionRecords } from '../status/transactionRecords.ts'
import { BlockFields, type ChosenFields } from './blockFields.ts'
import { BlockSchedule, type BlockScheduleDeps } from './blockSchedule.ts'
import { FlashblockStream } from './flashblockStream.ts'
import type { LargeBlocks } from './largeBlocks.ts'
import { Openings } from './openings.ts'
import { Producer } from './produce.ts'
import { Publisher } from './publisher.ts'
import { Speculation } from './speculation.ts'
import { StateWaits } from './stateWaits.ts'

/** Where the parts are registered that a snapshot restores. */
interface Registry {
  register<Part extends { snapshot(): unknown; restore(snapshot: never): void }>(part: Part): Part
}

interface BuildingDeps {
  readonly settings: Settings
  readonly protocol: Protocol
  readonly clock: Clock
  readonly machines: EvmPool
  readonly chain: Chain
  readonly pool: TxPool
  readonly hub: Hub
  readonly faults: Faults
  readonly records: TransactionRecords
  readonly snapshots: Registry
  readonly lock: Lock
  readonly skippedStates: SkippedStates
  readonly largeBlocks: LargeBlocks | undefined
  readonly abandon: BlockScheduleDeps['abandon']
  readonly durations: BlockScheduleDeps['durations']
  readonly hooks: BlockScheduleDeps['hooks']
  readonly onError: (error: unknown) => void
}

/** The user's overrides of a live chain's block attributes. */
function chosenOnFork({ fork, unlikeLive, gasLimit, baseFee }: Settings): ChosenFields {
  if (fork === undefined) return {}
  return {
    ...(unlikeLive.gasLimit !== undefined && { gasLimit }),
    ...(unlikeLive.baseFee !== undefined && { baseFeePerGas: baseFee }),
  }
}

/** Anvil begins with a base fee for its first block; by EIP-1559 that follows from genesis. */
function chosenOnFresh(
  { fork, layers, number, compatRules }: Settings,
  { head }: Chain,
): ChosenFields {
  const isFresh = fork === undefined && layers.genesis === undefined && head.number === number
  if (!isFresh || !compatRules.keepsFirstBaseFee) return {}
  const { baseFeePerGas } = head.header
  return baseFeePerGas === undefined ? {} : { baseFeePerGas }
}

/** Puts together what makes blocks: header fields, producer, stream and publisher, and the schedule over them. */
export function createBuilding(deps: BuildingDeps) {
  const { settings, protocol, clock, machines, chain, pool, hub, faults, records, lock } = deps
  const { snapshots, durations, largeBlocks, onError } = deps
  const fields = snapshots.register(new BlockFields(clock, protocol, settings, largeBlocks))
  fields.choose({ ...chosenOnFork(settings), ...chosenOnFresh(settings, chain) })
  const published = new PublishedFlashblocks(() => clock.now())
  const publisher = snapshots.register(
    new Publisher({ chain, hub, records, published, faults, clock }),
  )
  const stream = new FlashblockStream({
    clock,
    faults,
    published: () => publisher.flashblocks,
    executeMs: settings.network?.subBlocks?.executeMs,
    onBuilt: (flashblock) => hub.builtFlashblock(flashblock),
    deliver: (flashblock) => {
      publisher.publish(flashblock)
      hub.builderFlashblock(flashblock)
    },
  })
  snapshots.register(stream)
  const stateWaits = new StateWaits({ pool, clock })
  const delays = snapshots.register(new InclusionDelays({ faults, clock, pool, records }))
  const openings = new Openings({ protocol, machines, chain, settings, fields })
  // Named one by one, here and in `DevnetParts`: an object made of others by spreading has a hidden class of its own,
  // which each of a thousand chains would keep.
  const producer = new Producer({
    openings,
    clock,
    chain,
    pool,
    hub,
    fields,
    publisher,
    settings,
    stream,
    faults,
    records,
    stateWaits,
    delays,
    skippedStates: deps.skippedStates,
    largeBlocks,
  })
  snapshots.register(producer)
  const schedule = new BlockSchedule(settings, {
    settings,
    producer,
    clock,
    lock,
    durations,
    abandon: deps.abandon,
    hooks: deps.hooks,
    onError,
    onChange: () => hub.controls(),
  })
  const speculation = new Speculation({
    chain,
    pool,
    fields,
    publisher,
    openings,
    clock,
    settings,
    stateWaits,
    // What others see of the next block has no private transactions.
    delays: { isLeftOut: (one) => one.isPrivate === true || delays.begun.isLeftOut(one) },
    largeBlocks,
  })
  /** The pending block where the pool has a part in it. */
  const speculate = () =>
    isSpeculating(schedule.cadence, settings.compatRules) ? speculation.view() : undefined
  return { fields, publisher, stream, producer, schedule, speculate, stateWaits, delays }
}
