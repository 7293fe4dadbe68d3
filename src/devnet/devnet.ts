import type { Chain } from '../chain/chain.ts'
import { type Clock, createClock } from '../clock/clock.ts'
import { initCrypto } from '../ethereumjs/crypto.ts'
import { MachinePool } from '../ethereumjs/machine.ts'
import { CurrentProtocol } from '../ethereumjs/protocol/currentProtocol.ts'
import type { Protocol } from '../ethereumjs/protocol/protocol.ts'
import { Lock } from '../lib/lock.ts'
import { emptyState } from '../state/persistentState.ts'
import { Filters } from '../subscriptions/filters.ts'
import { Hub } from '../subscriptions/hub.ts'
import { TxPool } from '../txpool/txPool.ts'
import type { DevnetMetrics } from '../types/metrics.ts'
import type { CadenceOptions, ImportProgress } from '../types/options.ts'
import type { CallRequest } from '../types/request.ts'
import type { SignedTransaction } from '../types/transaction.ts'
import type { Flashblock, SealedBlock } from '../types/view.ts'
import { type DevAccount, openWallet } from './accounts/accounts.ts'
import { Impersonation } from './accounts/impersonation.ts'
import type { Sender } from './accounts/keyring.ts'
import { Keyring } from './accounts/keyring.ts'
import { BlockFields } from './build/blockFields.ts'
import { BlockSchedule } from './build/blockSchedule.ts'
import {
  type BuildRequest,
  type BuiltBlock,
  buildBlock,
  builderGasLimit,
} from './build/buildBlock.ts'
import { Development } from './build/development.ts'
import { FlashblockStream } from './build/flashblockStream.ts'
import { type MineDeps, type MineRequest, mineBlocks } from './build/mine.ts'
import { Producer } from './build/produce.ts'
import { Publisher } from './build/publisher.ts'
import type { Reorganized } from './build/reorg.ts'
import { Reorganizer, type ReorgRequest } from './build/reorganizer.ts'
import { Speculation } from './build/speculation.ts'
import { ReceiptWaits } from './fate/receiptWaits.ts'
import { TransactionFates } from './fate/transactionFates.ts'
import { TransactionRecords } from './fate/transactionRecords.ts'
import { Faults } from './faults/faults.ts'
import { openChain } from './files/openChain.ts'
import { dumpPaths, StateFiles } from './files/stateFiles.ts'
import { DeclaredFixtures } from './fixtures/declaredFixtures.ts'
import { FixtureNames } from './fixtures/fixtureNames.ts'
import { Fixtures } from './fixtures/fixtures.ts'
import { History } from './history/history.ts'
import { Runs } from './history/runs.ts'
import { type Moment, Snapshots } from './history/snapshot.ts'
import { Metrics } from './metrics/metrics.ts'
import { isSpeculating, resolveCadence } from './options/cadenceOptions.ts'
import { isKept } from './options/layers.ts'
import type { Settings } from './options/options.ts'
import type { LogSearch } from './read/logs.ts'
import type { Reader } from './read/reader.ts'
import { Readers } from './read/readers.ts'
import { Submitter, suggestedTip } from './submit/submit.ts'

/** What the owner hands to the parts it wires. */
interface Deps {
  readonly protocol: Protocol
  readonly clock: Clock
  readonly accounts: readonly DevAccount[]
  readonly machines: MachinePool
  readonly chain: Chain
  readonly dumpPaths?: readonly string[] | undefined
  readonly onError: (error: unknown) => void
  /** The devnet that was started, of which this one is a fork. */
  readonly origin?: Devnet | undefined
}

/** The chain with all that belongs to it, and the one writer of it. */
export class Devnet {
  readonly settings: Settings
  readonly protocol: Protocol
  readonly machines: MachinePool
  /** Those that were funded at the start; `keyring` has those of now. */
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
  /** What has become of transactions. */
  readonly fates: TransactionFates
  readonly metrics: Metrics
  /** When blocks are made: may be held and changed. */
  readonly schedule: BlockSchedule
  readonly stateFiles: StateFiles
  /** What can be read now. */
  readonly reader: Reader
  readonly readers: Readers
  /** Gets what calls told the console, see `consoleLine`. */
  onPrinted: ((calls: readonly Uint8Array[]) => void) | undefined
  readonly #fields: BlockFields
  readonly #producer: Producer
  readonly #publisher: Publisher
  readonly #stream: FlashblockStream
  readonly #records: TransactionRecords
  readonly #mining: MineDeps
  readonly #submitter: Submitter
  readonly #reorganizer: Reorganizer
  readonly #snapshots: Snapshots
  /** The moments to go back to. */
  readonly history: History
  /** What came of fixtures, here and in all devnets of the same start. */
  readonly fixtures: Fixtures
  readonly declaredFixtures: DeclaredFixtures
  /** What declarative fixtures have named. */
  readonly names = new FixtureNames()
  readonly #origin: Devnet
  readonly #lock = new Lock()

  private constructor(settings: Settings, deps: Deps) {
    const { clock, accounts, machines, chain, onError } = deps
    const protocol = new CurrentProtocol(deps.protocol, settings)
    this.settings = settings
    this.runs = new Runs(clock, settings.seed)
    this.protocol = protocol
    this.clock = clock
    this.accounts = accounts
    this.machines = machines
    this.chain = chain
    this.hub = new Hub(onError)
    this.pool = new TxPool({ order: settings.order })
    this.faults = new Faults(settings.seed, (raw) => this.#submitter.check(raw))
    this.metrics = new Metrics(clock)
    this.#records = new TransactionRecords(() => clock.now())
    this.#fields = new BlockFields(clock, protocol)
    this.#fields.choose({ minGasPrice: settings.minGasPrice })
    const { hub, pool, faults } = this
    const fields = this.#fields
    const records = this.#records
    const publisher = new Publisher({ chain, hub, records })
    const stream = new FlashblockStream({
      clock,
      faults,
      deliver: (flashblock) => {
        publisher.publish(flashblock)
        hub.builderFlashblock(flashblock)
      },
    })
    const kept = { clock, chain, pool, publisher, stream, faults, records }
    const producer = new Producer({ ...kept, protocol, machines, hub, fields, settings })
    const build = () => producer.speculate()
    const speculation = new Speculation({ chain, pool, fields, build })
    this.#producer = producer
    this.#publisher = publisher
    this.#stream = stream
    this.readers = new Readers({
      protocol,
      chain,
      pool,
      producer,
      publisher,
      fields,
      speculate: () => (this.#speculates ? speculation.view() : undefined),
      settings,
    })
    this.reader = this.readers.current
    const { mnemonic, derivationPath } = settings
    this.keyring = new Keyring({ clock, mnemonic, derivationPath, accounts })
    this.impersonation = new Impersonation(settings.autoImpersonate)
    // The rules and the chain before the block that is built on it, and that before what is published of it.
    this.#snapshots = new Snapshots([
      protocol,
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
    ])
    this.filters = new Filters<LogSearch>(hub, clock)
    this.schedule = new BlockSchedule(settings, {
      settings,
      producer,
      clock,
      lock: this.#lock,
      durations: this.metrics,
      onError,
    })
    this.fates = new TransactionFates({
      ...kept,
      producer,
      reader: this.reader,
      schedule: this.schedule,
    })
    this.receiptWaits = new ReceiptWaits({
      hub,
      clock,
      reader: this.reader,
      explain: (hash) => this.fates.explain(hash),
      preconfirms: () => !this.#speculates,
    })
    const working = {
      ...kept,
      protocol,
      machines,
      producer,
      hub,
      fields,
      lock: this.#lock,
      schedule: this.schedule,
    }
    this.#mining = working
    this.development = new Development(working)
    const { reader, keyring, impersonation, names, runs } = this
    const submitter = new Submitter({ ...working, reader, keyring, impersonation, settings })
    this.#submitter = submitter
    this.#reorganizer = new Reorganizer({ ...working, submitter })
    const snapshots = this.#snapshots
    const past = { ...working, snapshots, settings, keyring, impersonation, names, runs }
    this.history = new History(past)
    this.#origin = deps.origin ?? this
    this.fixtures = deps.origin?.fixtures ?? new Fixtures(settings, () => this.history.start)
    this.declaredFixtures = new DeclaredFixtures({
      ...past,
      compiled: this.fixtures.compiled,
      fork: () => {
        const alone = { ...settings, mining: 'manual', clock: 'manual' } as const
        return this.#forkAt(snapshots.now(), alone, onError)
      },
    })
    const { dumpPaths: paths = [] } = deps
    this.stateFiles = new StateFiles({ ...past, paths, onError })
  }

  /** A chain, its cadence running. `onError` gets failures that are nobody's request. Throws what `openChain` does. */
  static async create(
    settings: Settings,
    onError: (error: unknown) => void,
    onProgress?: (progress: ImportProgress) => void,
  ): Promise<Devnet> {
    await initCrypto()
    const paths = await dumpPaths(settings)
    const clock = createClock({ ...settings, mode: settings.clock })
    const wallet = await openWallet(settings)
    const { accounts, mnemonic } = wallet
    const machines = new MachinePool(emptyState(), clock, settings)
    const opened = await openChain(
      { ...settings, mnemonic },
      { clock, machines, wallet, onProgress },
    )
    const { protocol, chain } = opened
    chain.keep({ states: settings.keptStates, blocks: settings.keptBlocks })
    const deps = { protocol, clock, accounts, machines, chain, dumpPaths: paths, onError }
    const devnet = new Devnet(opened.settings, deps)
    await devnet.stateFiles.start(opened.stored)
    const { fixture } = settings.layers
    if (fixture !== undefined && !isKept(settings.layers)) {
      await devnet.declaredFixtures.begin(fixture.declared, settings.startMs ?? clock.now())
    }
    devnet.#snapshots.begin()
    devnet.fixtures.begin(devnet.history.standing)
    await devnet.schedule.start()
    return devnet
  }

  /** A devnet of its own that goes on from here, its cadence running. O(1), whatever the chain's size. */
  fork(onError: (error: unknown) => void): Promise<Devnet> {
    const { settings, schedule } = this
    return this.#lock.run(async () => {
      const forked = { ...settings, ...schedule.cadence }
      const fork = await this.#forkAt(this.#snapshots.now(), forked, onError)
      if (schedule.isPaused) fork.schedule.pause()
      return fork
    })
  }

  /** As `fork`, but from another moment of the same start, and with the cadence of that start. */
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
      // Files are kept of the one that was started.
      dumpPaths: [],
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
  submit(bytes: Uint8Array): Promise<SignedTransaction> {
    return this.#submitter.submit(bytes)
  }

  /** Completes, signs and submits a request of an account, or of the `sender` given; see `Submitter.send`. */
  send(request: CallRequest, sender?: Sender): Promise<SignedTransaction> {
    return this.#submitter.send(request, sender)
  }

  /** Runs the pool's executable transactions on the pending block and publishes them as its next flashblock. */
  flashblock(): Promise<Flashblock> {
    return this.#lock.run(() => this.schedule.flashblock())
  }

  /** Seals the pending block, with a last flashblock for what the pool holds. */
  seal(): Promise<SealedBlock> {
    return this.#lock.run(() => this.schedule.seal())
  }

  /** Seals blocks one after the other; see `mineBlocks`. */
  mine(request: MineRequest): Promise<readonly SealedBlock[]> {
    return this.#lock.run(() => mineBlocks(this.#mining, request))
  }

  /** Makes blocks in another way from now on. Throws an `InvalidOption` or an `InvalidCadenceError`. */
  setCadence(changes: CadenceOptions): Promise<void> {
    return this.schedule.setCadence(resolveCadence(changes, this.schedule.cadence))
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

  /** Builds a block on the head that goes nowhere; see `buildBlock`. */
  buildBlock(request: BuildRequest): Promise<BuiltBlock> {
    const { protocol, machines, chain, pool, settings } = this
    const gasLimit = settings.layers.genesis === undefined ? settings.gasLimit : builderGasLimit
    return buildBlock({ protocol, machines, chain, pool, gasLimit }, request)
  }

  /** Builds a block as `buildBlock` does, on whatever the head is then, and makes it the head. */
  commitBlock(request: Omit<BuildRequest, 'parentHash'>): Promise<SealedBlock> {
    return this.#lock.run(async () => {
      const { block } = await this.buildBlock({ ...request, parentHash: this.chain.head.hash })
      this.#producer.commit(block)
      await this.schedule.goOn()
      return block
    })
  }

  /** What has been done and is to be done, in numbers. */
  readMetrics(): DevnetMetrics {
    const { chain, pool, filters } = this
    const [publisher, miner, lock] = [this.#publisher, this.schedule, this.#lock]
    return this.metrics.read({ chain, publisher, pool, miner, lock, filters })
  }

  /** Stops the cadence and all timers, then writes the state where that is wanted. May be called twice. */
  async close(): Promise<void> {
    this.receiptWaits.close()
    await this.schedule.stop()
    this.clock.close()
    this.filters.close()
    await this.stateFiles.close()
  }

  /** Whether the pending block is what the pool would make of the head, as there are no flashblocks. */
  get #speculates(): boolean {
    return isSpeculating(this.schedule.cadence)
  }
}
