import type { Chain } from '../chain/chain.ts'
import { type Clock, createClock } from '../clock/clock.ts'
import type { MachinePool } from '../ethereumjs/machine.ts'
import { endKzgThread } from '../ethereumjs/precompiles/kzgThread.ts'
import type { Protocol } from '../ethereumjs/protocol/protocol.ts'
import { CurrentProtocol } from '../ethereumjs/protocol/recordedRules.ts'
import type { HeldFile } from '../files/heldFile.ts'
import { Lock } from '../lib/lock.ts'
import { Filters } from '../subscriptions/filters.ts'
import { Hub } from '../subscriptions/hub.ts'
import { TxPool } from '../txpool/txPool.ts'
import type { ForkSettings } from '../types/fork.ts'
import type { DevnetMetrics } from '../types/metrics.ts'
import type { CadenceOptions } from '../types/options/options.ts'
import type { CallRequest } from '../types/request.ts'
import type { SignedTransaction } from '../types/transaction.ts'
import type { DevAccount } from './accounts/accounts.ts'
import { Impersonation } from './accounts/impersonation.ts'
import type { Sender } from './accounts/keyring.ts'
import { Keyring } from './accounts/keyring.ts'
import { BlockMaker } from './build/blockMaker.ts'
import type { BlockSchedule } from './build/blockSchedule.ts'
import { createBuilding } from './build/building.ts'
import { Development } from './build/development.ts'
import type { FlashblockStream } from './build/flashblockStream.ts'
import type { Publisher } from './build/publisher.ts'
import { type Reorganized, Reorganizer, type ReorgRequest } from './build/reorganizer.ts'
import { SimulatedL1 } from './build/simulatedL1.ts'
import type { StateWaits } from './build/stateWaits.ts'
import { Faults } from './faults/faults.ts'
import { type Beginning, type BeginOptions, openBeginning } from './files/beginning.ts'
import { holdFiles, releaseAll, StateFiles } from './files/stateFiles.ts'
import { DeclaredFixtures } from './fixtures/declaredFixtures.ts'
import { FixtureNames } from './fixtures/fixtureNames.ts'
import { Fixtures } from './fixtures/fixtures.ts'
import { History, Runs } from './history/history.ts'
import { type Moment, Snapshots } from './history/snapshot.ts'
import type { NodeExtension, NodeHooks } from './hooks/extension.ts'
import { Forked } from './hooks/liveChain.ts'
import { Metrics } from './metrics/metrics.ts'
import { isPreconfirming, resolveCadence, withCadence } from './options/cadenceOptions.ts'
import { isKept } from './options/layers.ts'
import { refuseFlashblocks } from './options/networkOptions.ts'
import type { Settings } from './options/options.ts'
import type { LogSearch } from './read/logs.ts'
import type { Reader } from './read/reader.ts'
import { Readers } from './read/readers.ts'
import { ReceiptWaits } from './status/receiptWaits.ts'
import { TransactionRecords } from './status/transactionRecords.ts'
import { TransactionStatuses } from './status/transactionStatuses.ts'
import { CallBatches } from './submit/callBatches.ts'
import { Submitter, suggestedTip } from './submit/submit.ts'

/** What the owner hands to the parts it wires. */
interface Deps extends Omit<Beginning, 'settings' | 'stored'> {
  readonly onError: (error: unknown) => void
  readonly given: Settings
  readonly extensions: readonly NodeExtension[]
  /** The files in which the chain is kept. */
  readonly kept: readonly HeldFile[]
  /** The devnet that was started, of which this one is a fork. */
  readonly origin?: Devnet | undefined
}

/** The chain with all that belongs to it, and the one writer of it. */
export class Devnet {
  readonly settings: Settings
  readonly protocol: Protocol
  readonly machines: MachinePool
  /** The accounts that were funded at the start; `keyring` has the present ones. */
  readonly accounts: readonly DevAccount[]
  readonly clock: Clock
  readonly hub: Hub
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
  /** What has become of transactions. */
  readonly statuses: TransactionStatuses
  /** What can be seen of the open block. */
  readonly publisher: Publisher
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
  readonly #stream: FlashblockStream
  readonly #stateWaits: StateWaits
  readonly #submitter: Submitter
  readonly #reorganizer: Reorganizer
  readonly #snapshots: Snapshots
  /** The moments to go back to. */
  readonly history: History
  /** What came of fixtures, here and in all devnets of the same start. */
  readonly fixtures: Fixtures
  readonly declaredFixtures: DeclaredFixtures
  /** What its extensions hear and say. */
  readonly hooks: NodeHooks = {}
  /** What declarative fixtures have named. */
  readonly names = new FixtureNames()
  /** Calls that were sent together. */
  readonly callBatches = new CallBatches()
  readonly #origin: Devnet
  readonly #lock = new Lock()
  /** The settings as the user gave them, without those of files and live chains. */
  readonly #given: Settings
  readonly #extensions: readonly NodeExtension[]

  private constructor(settings: Settings, deps: Deps) {
    const { clock, accounts, machines, chain, onError, origin } = deps
    this.#given = deps.given
    this.#extensions = deps.extensions
    const protocol = new CurrentProtocol(deps.protocol, settings)
    this.settings = settings
    this.runs = new Runs(clock, settings.seed)
    this.protocol = protocol
    this.clock = clock
    this.accounts = accounts
    this.machines = machines
    this.chain = chain
    this.forked = new Forked(deps.live)
    chain.standOn(this.forked)
    this.hub = new Hub(onError)
    this.pool = new TxPool({
      order: settings.order,
      limit: settings.limits.poolTransactions,
      maxBytes: settings.limits.poolBytes,
      replacement: settings.compatRules.replacement,
    })
    this.faults = new Faults(settings.seed, {
      checkTransaction: (raw) => this.#submitter.check(raw),
      most: settings.limits.faults,
      hasFlashblocks: settings.network === undefined || settings.network.flashblockMs !== undefined,
      onChange: () => this.hub.controls(),
    })
    this.metrics = new Metrics(clock, origin?.metrics)
    const { hub, pool, faults } = this
    const records = new TransactionRecords(() => clock.now(), hub.dropped)
    const base = { protocol, clock, machines, chain, pool, hub, faults, records, settings }
    const building = createBuilding({ ...base, lock: this.#lock, durations: this.metrics, onError })
    const { fields, publisher, stream, producer, schedule, speculate, stateWaits } = building
    this.publisher = publisher
    this.#stream = stream
    this.#stateWaits = stateWaits
    this.schedule = schedule
    this.readers = new Readers({
      protocol,
      chain,
      pool,
      producer,
      publisher,
      fields,
      speculate,
      settings,
      forked: this.forked,
      defaultSender: () => this.keyring.defaultSender,
    })
    this.reader = this.readers.current
    const { limits } = settings
    const hasDefault = settings.compatRules.fromFirstAccount !== 'nothing'
    this.keyring = new Keyring({ ...settings, clock, accounts, hasDefault })
    this.impersonation = new Impersonation(settings.autoImpersonate, limits.accounts, machines)
    // The rules and the chain before the block that is built on it, and that before what is published of it.
    this.#snapshots = new Snapshots(limits.snapshots, [
      protocol,
      this.forked,
      chain,
      pool,
      producer,
      publisher,
      clock,
      faults,
      stream,
      records,
      fields,
      this.keyring,
      this.impersonation,
      this.names,
      this.callBatches,
    ])
    this.filters = new Filters<LogSearch>(hub, clock, limits, origin?.filters.criteria)
    const { reader, keyring, impersonation, names, runs } = this
    this.receiptWaits = new ReceiptWaits({
      hub,
      clock,
      reader,
      explain: (hash) => this.statuses.explain(hash),
      preconfirms: () => isPreconfirming(schedule.cadence),
    })
    this.#origin = origin ?? this
    this.fixtures = origin?.fixtures ?? new Fixtures(settings, () => this.history.start)
    // One for all: an object that is spread into others gives each a hidden class of its own, see `createBuilding`.
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
      lock: this.#lock,
      fields,
      publisher,
      stream,
      producer,
      schedule,
      stateWaits,
      reader,
      keyring,
      impersonation,
      snapshots: this.#snapshots,
      names,
      runs,
      forked: this.forked,
      kept: deps.kept,
      compiled: this.fixtures.compiled,
      hooks: this.hooks,
      fork: (forked: Settings) => this.#forkAt(this.#snapshots.now(), forked, onError),
      onError,
    }
    this.statuses = new TransactionStatuses(parts)
    this.blocks = new BlockMaker(parts)
    this.development = new Development(parts)
    this.l1 = new SimulatedL1(parts, this.development)
    this.#submitter = new Submitter(parts)
    this.#reorganizer = new Reorganizer(parts, this.#submitter)
    this.history = new History(parts)
    this.declaredFixtures = new DeclaredFixtures(parts)
    this.stateFiles = new StateFiles(parts)
    for (const extension of deps.extensions) extension.start?.(this, { origin, onError })
  }

  /**
   * Creates a chain with a running cadence. `onError` receives failures outside of requests. Throws the errors of
   * `openChain`.
   */
  static async create(
    settings: Settings,
    onError: (error: unknown) => void,
    options: BeginOptions = {},
  ): Promise<Devnet> {
    const kept = await holdFiles(settings)
    try {
      const { stored, ...deps } = await openBeginning(settings, options)
      const { extensions = [] } = options
      const own = { given: settings, extensions, kept, onError }
      const devnet = new Devnet(deps.settings, { ...deps, ...own })
      await deps.live?.replay(devnet)
      await devnet.stateFiles.start(stored)
      const { fixture } = settings.layers
      if (fixture !== undefined && !isKept(settings.layers)) {
        await devnet.declaredFixtures.begin(fixture.declared, settings.startMs ?? deps.clock.now())
      }
      devnet.#snapshots.begin()
      devnet.fixtures.begin(devnet.history.standing)
      await devnet.schedule.start()
      return devnet
    } catch (error) {
      await releaseAll(kept)
      throw error
    }
  }

  /** A devnet of its own that goes on from here, its cadence running. O(1), whatever the chain's size. */
  fork(onError: (error: unknown) => void): Promise<Devnet> {
    const { settings, schedule } = this
    return this.#lock.run(async () => {
      const forked = withCadence(settings, schedule.cadence)
      const fork = await this.#forkAt(this.#snapshots.now(), forked, onError)
      if (schedule.isPaused) fork.schedule.pause()
      return fork
    })
  }

  /** The same as `fork`, from another moment of the same start, with the cadence of that start. */
  forkAt(moment: Moment, onError: (error: unknown) => void): Promise<Devnet> {
    return this.#forkAt(moment, this.#origin.settings, onError)
  }

  async #forkAt(
    moment: Moment,
    settings: Settings,
    onError: (error: unknown) => void,
  ): Promise<Devnet> {
    const { clock, protocol, accounts, machines, chain } = this
    const fork = new Devnet(settings, {
      protocol,
      clock: createClock({ ...settings, mode: settings.clock, startMs: clock.now() }),
      accounts,
      machines,
      chain: chain.fork(),
      live: this.forked.live,
      given: this.#given,
      extensions: this.#extensions,
      // Files are kept of the one that was started.
      kept: [],
      onError,
      origin: this.#origin,
    })
    fork.#snapshots.become(moment)
    fork.#snapshots.begin()
    await fork.schedule.start()
    return fork
  }

  /** Wei per gas that a transaction is advised to tip. */
  get suggestedTip(): bigint {
    return this.settings.priorityFee ? suggestedTip : 0n
  }

  /** Takes a signed transaction; in auto mode it is sealed when this resolves. Throws a decoding or `PoolError`. */
  submit(bytes: Uint8Array, page?: { isForeign: boolean }): Promise<SignedTransaction> {
    return this.#submitter.submit(bytes, page?.isForeign)
  }

  /** Completes, signs and submits a request of an account, or of the `sender` given; see `Submitter.send`. */
  send(request: CallRequest, sender?: Sender): Promise<SignedTransaction> {
    return this.#submitter.send(request, sender)
  }

  /** Makes blocks in another way from now on. Throws an `InvalidOption` or an `InvalidCadenceError`. */
  setCadence(changes: CadenceOptions): Promise<void> {
    const cadence = resolveCadence(changes, this.schedule.cadence)
    refuseFlashblocks(cadence, this.settings.network)
    return this.schedule.setCadence(cadence)
  }

  /** Disarms all faults and ends those that last. */
  clearFaults(): void {
    this.faults.clear()
    this.#stream.resume()
  }

  /** Replaces the newest `depth` blocks by as many others. Throws an `InvalidReorg`. */
  reorg(depth: number, request: ReorgRequest): Promise<Reorganized> {
    return this.#reorganizer.reorg(depth, request)
  }

  /** Takes the newest `depth` blocks off the chain. Throws an `InvalidReorg`. */
  rollback(depth: number, request: Pick<ReorgRequest, 'requeue'> = {}): Promise<Reorganized> {
    return this.#reorganizer.rollback(depth, request)
  }

  /**
   * Begins again after a block of a live chain, or with a local chain. Throws the errors of `findFork`, and then
   * nothing has changed.
   */
  async beginFrom(fork: ForkSettings | undefined): Promise<void> {
    const { layers, ...given } = this.#given
    // A kept state is of the beginning before; a live chain has its own genesis and blocks.
    const below = fork === undefined ? { ...layers, state: undefined } : {}
    const extensions = this.#extensions
    const begun = { ...given, fork, layers: below }
    const { stored, ...deps } = await openBeginning(begun, { extensions })
    const own = { ...deps, given: this.#given, extensions, kept: [], onError: () => {} }
    const other = new Devnet(deps.settings, own)
    await deps.live?.replay(other)
    await this.history.reset(other.#snapshots.now())
    await other.close({ isPart: true })
    await this.forked.settled()
  }

  /** What has been done and is to be done, in numbers. */
  readMetrics(): DevnetMetrics {
    const { chain, pool, filters, publisher, schedule: miner } = this
    const [stateWaits, lock] = [this.#stateWaits, this.#lock]
    return this.metrics.read({ chain, publisher, pool, stateWaits, miner, lock, filters })
  }

  /** Stops the cadence and all timers, then writes the state where that is wanted. May be called twice. */
  async close({ isPart = this.#origin !== this } = {}): Promise<void> {
    this.receiptWaits.close()
    await this.schedule.stop()
    this.clock.close()
    this.filters.close()
    await this.stateFiles.close()
    if (!isPart) await this.forked.live?.close()
    await this.forked.close()
    await endKzgThread()
  }
}
