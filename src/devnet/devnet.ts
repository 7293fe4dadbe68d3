import type { Common } from '@ethereumjs/common'
import { Address } from '@ethereumjs/util'
import type { Chain } from '../chain/chain.ts'
import { type Clock, createClock } from '../clock/clock.ts'
import { createPace } from '../clock/pace.ts'
import { initCrypto } from '../evm/crypto.ts'
import { decodeTransaction } from '../evm/decodeTransaction.ts'
import { MachinePool } from '../evm/machine.ts'
import type { Protocol } from '../evm/protocol.ts'
import { estimateGas } from '../execution/estimateGas.ts'
import { gasLimitBase } from '../execution/rules/gasLimit.ts'
import { bytesToHex, type Hex } from '../lib/hex.ts'
import { Lock } from '../lib/lock.ts'
import type { Cadence } from '../mining/cadence.ts'
import { Miner } from '../mining/miner.ts'
import { emptyState } from '../state/persistentState.ts'
import { Filters } from '../subscriptions/filters.ts'
import { Hub } from '../subscriptions/hub.ts'
import { AlreadyKnownError } from '../txpool/poolErrors.ts'
import { TxPool } from '../txpool/txPool.ts'
import { validateFees } from '../txpool/validateTransaction.ts'
import type { DevnetMetrics } from '../types/metrics.ts'
import type { ImportProgress } from '../types/options.ts'
import type { CallRequest } from '../types/request.ts'
import type { SignedTransaction } from '../types/transaction.ts'
import type { Flashblock, SealedBlock, View } from '../types/view.ts'
import { type DevAccount, deriveAccounts } from './accounts.ts'
import { BlockFields } from './blockFields.ts'
import { type BuildRequest, type BuiltBlock, buildBlock, builderGasLimit } from './buildBlock.ts'
import { Faults } from './faults.ts'
import type { LogSearch } from './logs.ts'
import { Metrics } from './metrics.ts'
import { openChain } from './openChain.ts'
import type { Settings } from './options.ts'
import { blobBaseFeeOf, Producer } from './produce.ts'
import { type Moment, openBlockOf, Publisher } from './publisher.ts'
import { Reader, type WaitingTransactions } from './reader.ts'
import { ReceiptWaits } from './receiptWaits.ts'
import { signerOf, signRequest } from './sendTransaction.ts'
import { Snapshots } from './snapshot.ts'
import { Speculation } from './speculation.ts'
import { unknownFlashblock } from './unknownBlock.ts'

/** How many blocks to mine and when: as `evm_mine` and `anvil_mine` say it. */
export interface MineRequest {
  /** @default 1 */
  readonly blocks?: number | undefined
  /** Of the first block, seconds. */
  readonly timestamp?: bigint | undefined
}

/** What the owner hands to the parts it wires. */
interface Parts {
  readonly protocol: Protocol
  readonly clock: Clock
  readonly accounts: readonly DevAccount[]
  readonly machines: MachinePool
  readonly chain: Chain
  readonly onError: (error: unknown) => void
}

/** A gwei: what wallets offer when nothing is known. */
const suggestedTip = 1_000_000_000n

/** How much of a tick the execution of a flashblock may take; the rest is for readers. */
const fillShare = 0.75

/** The chain with all that belongs to it, and the one writer of it. */
export class Devnet {
  readonly settings: Settings
  readonly protocol: Protocol
  readonly machines: MachinePool
  readonly accounts: readonly DevAccount[]
  readonly clock: Clock
  readonly hub: Hub
  readonly filters: Filters<LogSearch>
  readonly receiptWaits: ReceiptWaits
  readonly pool: TxPool
  readonly chain: Chain
  readonly faults: Faults
  readonly metrics: Metrics
  readonly #accountOf: ReadonlyMap<string, DevAccount>
  /** What can be read now. */
  readonly reader: Reader
  readonly #fields: BlockFields
  readonly #producer: Producer
  readonly #publisher: Publisher
  readonly #miner: Miner
  readonly #snapshots: Snapshots
  readonly #lock = new Lock()

  private constructor(settings: Settings, parts: Parts) {
    const { protocol, clock, accounts, machines, chain, onError } = parts
    this.settings = settings
    this.protocol = protocol
    this.clock = clock
    this.accounts = accounts
    this.machines = machines
    this.chain = chain
    this.#accountOf = new Map(accounts.map((account) => [bytesToHex(account.address), account]))
    this.hub = new Hub(onError)
    this.pool = new TxPool({ order: settings.order })
    this.faults = new Faults(settings.seed)
    this.metrics = new Metrics(clock)
    const { hub, pool, faults } = this
    const fields = new BlockFields(clock, protocol)
    const publisher = new Publisher(chain, hub)
    const shared = { protocol, machines, clock, chain, pool, hub, fields, publisher, settings }
    const producer = new Producer(shared)
    const build = () => producer.speculate()
    const speculation = new Speculation({ chain, pool, fields, build })
    this.#fields = fields
    this.#producer = producer
    this.#publisher = publisher
    this.reader = new Reader({
      protocol,
      chain,
      open: publisher,
      waiting: waitingIn(pool, producer),
      fields,
      speculate: () => (this.#speculates ? speculation.view() : undefined),
      settings,
    })
    this.#snapshots = new Snapshots({ chain, pool, producer, publisher, clock, faults })
    this.filters = new Filters<LogSearch>(hub, clock)
    this.receiptWaits = new ReceiptWaits({
      hub,
      clock,
      pool,
      reader: this.reader,
      preconfirms: () => !this.#speculates && settings.receipts === 'preconfirmed',
    })
    this.#miner = new Miner(clock, cadenceOf(settings), {
      open: () => this.#lock.run(() => producer.open(settings.blockMs)),
      flashblock: () => this.#lock.run(() => this.#tick()),
      seal: () => this.#lock.run(() => this.#sealOnTime()),
      onError,
    })
  }

  /** A chain, its cadence running. `onError` gets failures that are nobody's request. Throws what `openChain` does. */
  static async create(
    settings: Settings,
    onError: (error: unknown) => void,
    onProgress?: (progress: ImportProgress) => void,
  ): Promise<Devnet> {
    await initCrypto()
    const clock = createClock({ mode: settings.clock, startMs: settings.startMs })
    const accounts = await deriveAccounts(settings.mnemonic, settings.accounts)
    const machines = new MachinePool(emptyState(), clock)
    const opened = await openChain(settings, { clock, machines, accounts, onProgress })
    const { protocol, chain } = opened
    const parts = { protocol, clock, accounts, machines, chain, onError }
    const devnet = new Devnet(opened.settings, parts)
    await devnet.#miner.start()
    return devnet
  }

  /** What can be read after the flashblock of the pending block with that index; throws an `UnknownBlock`. */
  readerAfter(flashblock: number): Reader {
    const { flashblocks } = this.#publisher
    const index = flashblocks.findIndex((candidate) => candidate.index === flashblock)
    if (index === -1) throw unknownFlashblock(flashblock, flashblocks)
    return this.#readerAt({
      chain: this.chain.fork(),
      flashblocks: flashblocks.slice(0, index + 1),
    })
  }

  /** What could be read when there were so many flashblocks fewer, as far back as they are kept. */
  readerBehind(flashblocks: number): Reader {
    const moment = this.#publisher.moment(flashblocks)
    return moment === undefined ? this.reader : this.#readerAt(moment)
  }

  #readerAt({ chain, flashblocks }: Moment): Reader {
    const { protocol, pool } = this
    return new Reader({
      protocol,
      chain,
      open: openBlockOf(flashblocks),
      waiting: pool,
      fields: this.#fields,
      speculate: () => undefined,
      settings: this.settings,
    })
  }

  /** Wei per gas that a transaction is advised to tip. */
  get suggestedTip(): bigint {
    return suggestedTip
  }

  /** Takes a signed transaction; in auto mode it is sealed when this resolves. Throws a decoding or `PoolError`. */
  async submit(bytes: Uint8Array): Promise<SignedTransaction> {
    const transaction = await decodeTransaction(bytes, this.#nextCommon())
    await this.#write(() => transaction)
    return transaction
  }

  /** Completes, signs and submits a request of one of the devnet's accounts. Throws an `UnknownAccount` and as `submit`. */
  async send(request: CallRequest): Promise<SignedTransaction> {
    const account = signerOf(request, this.#accountOf)
    const context = await this.reader.context({ tag: 'pending' })
    const gas = request.gas ?? (await estimateGas(this.machines, context, request))
    return this.#write(() => {
      const current = this.#newest.state.account(account.address)?.nonce ?? 0n
      const nonce = this.pool.nextNonce(new Address(account.address), current)
      const { baseFeePerGas: baseFee } = context.header
      const suggestions = { nonce, gas, baseFee, tip: suggestedTip }
      return signRequest(request, account, suggestions, this.#nextCommon())
    })
  }

  /** Runs the pool's executable transactions on the pending block and publishes them as its next flashblock. */
  flashblock(): Promise<Flashblock> {
    return this.#lock.run(() => this.#makeFlashblock())
  }

  /** Seals the pending block, with a last flashblock for what the pool holds. */
  seal(): Promise<SealedBlock> {
    return this.#lock.run(() => this.#sealNow())
  }

  /** Seals blocks one after the other, the first one at `timestamp`. */
  mine({ blocks = 1, timestamp }: MineRequest): Promise<readonly SealedBlock[]> {
    return this.#lock.run(async () => {
      const mined: SealedBlock[] = []
      if (timestamp !== undefined) {
        this.clock.setNext(timestamp, this.chain.head.header.timestamp)
        await this.#producer.reopen()
      }
      const breathe = createPace(this.clock)
      for (let count = 0; count < blocks; count++) {
        mined.push(await this.#sealNow())
        await breathe()
      }
      return mined
    })
  }

  /** Builds a block on the head that goes nowhere; see `buildBlock`. */
  buildBlock(request: BuildRequest): Promise<BuiltBlock> {
    const { protocol, machines, chain, pool, settings } = this
    const gasLimit = settings.genesis === undefined ? settings.gasLimit : builderGasLimit
    return buildBlock({ protocol, machines, chain, pool, gasLimit }, request)
  }

  /** Names all that a test can change, as it is now. */
  snapshot(): Promise<Hex> {
    return this.#lock.run(async () => this.#snapshots.take())
  }

  /** Makes everything as it was at the snapshot; `false` when there is none of that name. */
  revert(id: Hex): Promise<boolean> {
    return this.#lock.run(async () => {
      const before = this.chain.fork()
      if (!this.#snapshots.revert(id)) return false
      this.hub.revert(before.blocks(this.chain.head.number + 1n, before.head.number))
      return true
    })
  }

  /** What has been done and is to be done, in numbers. */
  readMetrics(): DevnetMetrics {
    const { chain, pool, filters } = this
    const [publisher, miner, lock] = [this.#publisher, this.#miner, this.#lock]
    return this.metrics.read({ chain, publisher, pool, miner, lock, filters })
  }

  /** Stops the cadence and all timers. May be called twice. */
  async close(): Promise<void> {
    this.receiptWaits.close()
    await this.#miner.stop()
    this.clock.close()
    this.filters.close()
  }

  /** Admits the transaction that `make` gives. In auto mode it waits its turn and is sealed. */
  async #write(make: () => SignedTransaction): Promise<SignedTransaction> {
    if (this.settings.mining !== 'auto') return this.#admit(make())
    return this.#lock.run(async () => {
      const transaction = make()
      validateFees(transaction, await this.#nextFees())
      this.#admit(transaction)
      await this.#sealExecutable()
      return transaction
    })
  }

  /** Synchronous, so that it needs no lock and nobody sees a half of it. */
  #admit(transaction: SignedTransaction): SignedTransaction {
    if (this.#producer.transaction(transaction.hash) !== undefined) throw new AlreadyKnownError()
    const { state } = this.#newest
    const common = this.#nextCommon()
    const rules = { common, gasLimit: gasLimitBase(this.chain.head.header, common) }
    const { status, promoted } = this.pool.add(transaction, { state, rules })
    if (status === 'queued') return transaction
    for (const executable of [transaction, ...promoted]) this.hub.pendingTransaction(executable)
    return transaction
  }

  /** The newest there is, published or not: what a transaction that arrives now is checked against. */
  get #newest(): View {
    return this.#producer.pending ?? this.chain.head
  }

  /** Whether the pending block is what the pool would make of the head, as there are no flashblocks. */
  get #speculates(): boolean {
    const { mining } = this.settings
    return mining === 'auto' || mining === 'interval'
  }

  /** Of the block after the head. A fork is as far away as its time, so now is exact enough. */
  #nextCommon(): Common {
    const { number, header } = this.chain.head
    return this.protocol.commonAt(number + 1n, this.clock.nextTimestamp(header.timestamp))
  }

  /** All flashblocks but the openings are made here, and measured. */
  #makeFlashblock(budgetMs?: number): Promise<Flashblock> {
    return this.metrics.flashblocks.time(() => this.#producer.flashblock(budgetMs))
  }

  /** All blocks are sealed here, and measured. */
  #sealBlock(): Promise<SealedBlock> {
    return this.metrics.seals.time(() => this.#producer.seal())
  }

  async #nextFees(): Promise<{ baseFee: bigint | undefined; blobBaseFee: bigint | undefined }> {
    const { header } = await this.reader.context({ tag: 'pending' })
    return { baseFee: header.baseFeePerGas, blobBaseFee: blobBaseFeeOf(header) }
  }

  async #tick(): Promise<void> {
    const budgetMs = this.settings.flashblockMs * fillShare
    await this.#makeFlashblock(budgetMs)
  }

  async #sealOnTime(): Promise<void> {
    if (this.settings.mining === 'interval') await this.#makeFlashblock()
    await this.#sealBlock()
  }

  /** Seals what the pool holds, in as many blocks as it takes; no block when nothing can run. */
  async #sealExecutable(): Promise<void> {
    while (this.#producer.hasExecutable) {
      const { transactions } = await this.#makeFlashblock()
      if (transactions.length === 0) return this.#producer.discard()
      await this.#sealBlock()
    }
  }

  async #sealNow(): Promise<SealedBlock> {
    if (this.#producer.hasExecutable) await this.#makeFlashblock()
    const block = await this.#sealBlock()
    if (this.settings.mining === 'flashblocks') {
      await this.#producer.open(this.settings.blockMs)
      this.#miner.realign()
    }
    return block
  }
}

/** The pool with what was taken from it and is not published yet: to readers it waits all the same. */
function waitingIn(pool: TxPool, producer: Producer): WaitingTransactions {
  return {
    get: (hash) => pool.get(hash) ?? producer.transaction(hash),
    contentOf: (sender) => pool.contentOf(sender),
    nextNonce: (sender, stateNonce) => {
      const built = producer.pending?.state.account(sender.bytes)?.nonce ?? 0n
      return pool.nextNonce(sender, built > stateNonce ? built : stateNonce)
    },
  }
}

function cadenceOf({ mining, blockMs, flashblockMs }: Settings): Cadence {
  switch (mining) {
    case 'flashblocks':
      return { kind: 'flashblocks', blockMs, flashblockMs }
    case 'interval':
      return { kind: 'interval', blockMs }
    default:
      return { kind: mining }
  }
}
