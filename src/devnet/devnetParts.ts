import type { Chain } from '../chain/chain.ts'
import type { Clock } from '../clock/clock.ts'
import type { EvmPool } from '../ethereumjs/machine.ts'
import type { Protocol } from '../ethereumjs/protocol/protocol.ts'
import { CurrentProtocol } from '../ethereumjs/protocol/recordedRules.ts'
import type { HeldFile } from '../files/heldFile.ts'
import { Lock } from '../lib/lock.ts'
import { Filters } from '../subscriptions/filters.ts'
import { Hub } from '../subscriptions/hub.ts'
import { TxPool } from '../txpool/txPool.ts'
import type { DevAccount } from './accounts/accounts.ts'
import { Impersonation } from './accounts/impersonation.ts'
import { Keyring } from './accounts/keyring.ts'
import { BlockMaker } from './build/blockMaker.ts'
import type { BlockSchedule } from './build/blockSchedule.ts'
import { createBuilding } from './build/building.ts'
import { Development } from './build/development.ts'
import type { FlashblockStream } from './build/flashblockStream.ts'
import { type LargeBlocks, largeBlocksOf } from './build/largeBlocks.ts'
import type { Producer } from './build/produce.ts'
import type { Publisher } from './build/publisher.ts'
import { Reorganizer } from './build/reorganizer.ts'
import { SimulatedL1 } from './build/simulatedL1.ts'
import type { StateWaits } from './build/stateWaits.ts'
import { Faults } from './faults/faults.ts'
import type { InclusionDelays } from './faults/inclusionDelays.ts'
import { SkippedStates } from './faults/skippedStates.ts'
import type { Beginning } from './files/beginning.ts'
import { StateFiles } from './files/stateFiles.ts'
import { DeclaredFixtures, type DeclaredFixturesDeps } from './fixtures/declaredFixtures.ts'
import { FixtureNames } from './fixtures/fixtureNames.ts'
import { Fixtures } from './fixtures/fixtures.ts'
import { History, Runs } from './history/history.ts'
import { Snapshots } from './history/snapshot.ts'
import type { NodeExtension, NodeHooks } from './hooks/extension.ts'
import { Forked } from './hooks/liveChain.ts'
import { Metrics } from './metrics/metrics.ts'
import { isPreconfirming } from './options/cadenceOptions.ts'
import { isSilentlyReplaced, laterStates, obstacleTo } from './options/chainStates.ts'
import type { Settings } from './options/options.ts'
import type { LogSearch } from './read/logs.ts'
import type { Reader } from './read/reader.ts'
import { Readers } from './read/readers.ts'
import { ReceiptWaits } from './status/receiptWaits.ts'
import { TransactionRecords } from './status/transactionRecords.ts'
import { TransactionStatuses } from './status/transactionStatuses.ts'
import { CallBatches } from './submit/callBatches.ts'
import { Submitter } from './submit/submit.ts'

/** What the parts of a devnet are made from. */
export interface PartsDeps extends Omit<Beginning, 'settings' | 'stored'> {
  readonly onError: (error: unknown) => void
  readonly extensions: readonly NodeExtension[]
  /** The files in which the chain is kept. */
  readonly kept: readonly HeldFile[]
  /** The devnet that was started, of which this one is a fork. */
  readonly origin?: DevnetParts | undefined
  /** The devnet whose clock, lock and moments to go back to this one shares, as an L2 does those of its L1. */
  readonly beside?: DevnetParts | undefined
  /** Makes a fork of the devnet as it is, with these settings. */
  readonly fork: DeclaredFixturesDeps['fork']
}

/** The parts of a devnet. The constructor makes each of them after those that it uses. */
export class DevnetParts {
  readonly settings: Settings
  readonly protocol: Protocol
  readonly machines: EvmPool
  /** The accounts that were funded at the start; `keyring` has the present ones. */
  readonly accounts: readonly DevAccount[]
  readonly clock: Clock
  readonly hub: Hub
  /** Receives failures outside of requests. */
  readonly onError: (error: unknown) => void
  readonly filters: Filters<LogSearch>
  readonly receiptWaits: ReceiptWaits
  readonly pool: TxPool
  readonly chain: Chain
  readonly faults: Faults
  readonly keyring: Keyring
  readonly runs: Runs
  readonly impersonation: Impersonation
  /** What no node on a network offers. */
  readonly development: Development
  /** What the chain sees below it, if it is one of the OP stack. */
  readonly l1: SimulatedL1
  /** The live chain that it goes on from, if it does. */
  readonly forked: Forked
  /** The states that blocks have not come to. */
  readonly skippedStates: SkippedStates
  /** Which kind of block senders have asked for; none where all blocks are alike. */
  readonly largeBlocks: LargeBlocks | undefined
  /** What has become of transactions. */
  readonly statuses: TransactionStatuses
  /** What can be seen of the open block. */
  readonly publisher: Publisher
  /** The open block after its newest flashblock, whether that is published or not. */
  readonly built: Pick<Producer, 'pending'>
  readonly metrics: Metrics
  /** Makes blocks on request. */
  readonly blocks: BlockMaker
  /** When blocks are made: may be held and changed. */
  readonly schedule: BlockSchedule
  readonly stateFiles: StateFiles
  /** What can be read now. */
  readonly reader: Reader
  readonly readers: Readers
  /** Receives the console output of calls, see `consoleLine`. */
  onPrinted: ((calls: readonly Uint8Array[]) => void) | undefined
  /** The moments to go back to. */
  readonly history: History
  /** What came of fixtures, here and in all devnets of the same start. */
  readonly fixtures: Fixtures
  readonly declaredFixtures: DeclaredFixtures
  /** What its extensions hear and say. */
  readonly hooks: NodeHooks = {}
  /** What declarative fixtures have named. */
  readonly names: FixtureNames
  /** Calls that were sent together. */
  readonly callBatches: CallBatches
  /** The devnets that share a clock, in the order in which they were made; most are alone. */
  readonly family: readonly DevnetParts[]
  protected readonly lock: Lock
  protected readonly stream: FlashblockStream
  protected readonly delays: InclusionDelays
  protected readonly stateWaits: StateWaits
  protected readonly submitter: Submitter
  protected readonly reorganizer: Reorganizer
  protected readonly snapshots: Snapshots

  constructor(settings: Settings, deps: PartsDeps) {
    const { clock, accounts, machines, chain, onError, origin } = deps
    const { limits, compatRules, network } = settings
    const { beside } = deps
    const lock = beside?.lock ?? new Lock()
    const snapshots = beside?.snapshots ?? new Snapshots(limits.snapshots)
    const family = (beside?.family ?? []) as DevnetParts[]
    family.push(this)
    this.family = family
    this.lock = lock
    this.snapshots = snapshots
    this.settings = settings
    this.accounts = accounts
    this.machines = machines
    this.onError = onError

    // The chain.
    this.clock = snapshots.register(clock)
    const protocol = snapshots.register(new CurrentProtocol(deps.protocol, settings))
    this.protocol = protocol
    this.forked = snapshots.register(new Forked(deps.live))
    this.chain = snapshots.register(chain)
    chain.standOn(this.forked)
    this.runs = new Runs(clock, settings.seed)

    // What makes blocks uses these.
    const hub = new Hub(onError, { isSilent: isSilentlyReplaced(network) })
    this.hub = hub
    const largeBlocks = largeBlocksOf(settings)
    if (largeBlocks !== undefined) snapshots.register(largeBlocks)
    this.largeBlocks = largeBlocks
    const pool = new TxPool({
      order: settings.order,
      limit: limits.poolTransactions,
      maxBytes: limits.poolBytes,
      replacement: compatRules.replacement,
      noncesAhead: network?.noncesAhead,
      gasLimitOf: largeBlocks && ((sender) => largeBlocks.gasLimitOf(sender)),
    })
    this.pool = snapshots.register(pool)
    const faults = new Faults(settings.seed, {
      checkTransaction: (raw) => this.submitter.check(raw),
      most: limits.faults,
      obstacleTo: (fault) => obstacleTo(fault, network, chain),
      onChange: () => hub.controls(),
    })
    this.faults = snapshots.register(faults)
    const skippedStates = new SkippedStates({ faults, chain, states: laterStates(network, chain) })
    this.skippedStates = snapshots.register(skippedStates)
    this.metrics = new Metrics(clock, origin?.metrics)
    const records = new TransactionRecords(() => clock.now(), hub.dropped)
    snapshots.register(records)

    // What makes blocks.
    const building = createBuilding({
      settings,
      protocol,
      clock,
      machines,
      chain,
      pool,
      hub,
      faults,
      records,
      snapshots,
      lock,
      skippedStates,
      largeBlocks,
      abandon: () => this.reorganizer.abandon(),
      durations: this.metrics,
      hooks: this.hooks,
      onError,
    })
    const { fields, publisher, stream, producer, schedule, speculate, stateWaits, delays } =
      building
    this.publisher = publisher
    this.built = producer
    this.stream = stream
    this.delays = delays
    this.stateWaits = stateWaits
    this.schedule = schedule

    // What can be read.
    this.readers = new Readers({
      protocol,
      chain,
      pool,
      producer,
      publisher,
      fields,
      speculate,
      settings,
      skippedStates,
      forked: this.forked,
      defaultSender: () => this.keyring.defaultSender,
    })
    const reader = this.readers.current
    this.reader = reader
    this.filters = new Filters<LogSearch>(hub, clock, limits, origin?.filters.criteria)
    this.receiptWaits = new ReceiptWaits({
      hub,
      clock,
      reader,
      faults,
      explain: (hash) => this.statuses.explain(hash),
      preconfirms: () => isPreconfirming(schedule.cadence),
    })

    // Accounts and names.
    const hasDefault = compatRules.fromFirstAccount !== 'nothing'
    const keyring = new Keyring({ ...settings, clock, accounts, hasDefault })
    this.keyring = snapshots.register(keyring)
    const impersonation = new Impersonation(settings.autoImpersonate, limits.accounts, machines)
    this.impersonation = snapshots.register(impersonation)
    this.names = snapshots.register(new FixtureNames())
    this.callBatches = snapshots.register(new CallBatches())
    this.fixtures = origin?.fixtures ?? new Fixtures(settings, () => this.history.start)

    // What carries out requests. All have one object: one that is spread into others gives each a hidden class of its
    // own, see `createBuilding`.
    const parts = {
      protocol,
      clock,
      machines,
      chain,
      pool,
      hub,
      faults,
      records,
      settings,
      lock,
      fields,
      publisher,
      stream,
      producer,
      schedule,
      stateWaits,
      delays,
      largeBlocks,
      reader,
      keyring,
      impersonation,
      snapshots,
      names: this.names,
      runs: this.runs,
      forked: this.forked,
      kept: deps.kept,
      compiled: this.fixtures.compiled,
      hooks: this.hooks,
      fork: deps.fork,
      family,
      onError,
    }
    this.statuses = new TransactionStatuses(parts)
    this.blocks = new BlockMaker(parts)
    this.development = new Development(parts)
    this.l1 = new SimulatedL1(parts, this.development)
    this.submitter = new Submitter(parts)
    this.reorganizer = new Reorganizer(parts, this.submitter)
    this.history = new History(parts)
    this.declaredFixtures = new DeclaredFixtures(parts)
    this.stateFiles = new StateFiles(parts)
    for (const extension of deps.extensions) extension.start?.(this, { origin, onError })
  }
}
