import type { SealOptions } from '../../block/pendingBlock.ts'
import type { Clock } from '../../clock/clock.ts'
import { isDeposit } from '../../ethereumjs/protocol/sharedCommon.ts'
import type { Lock } from '../../lib/lock.ts'
import { Random } from '../../lib/random.ts'
import type { MinerMetrics } from '../../mining/metrics.ts'
import { Miner } from '../../mining/miner.ts'
import { checkCadence } from '../../mining/turns.ts'
import type { NetworkRecord, SubBlocks } from '../../types/network.ts'
import type { Flashblock, SealedBlock } from '../../types/view.ts'
import type { DurationRecord } from '../metrics/metrics.ts'
import {
  type CadenceSettings,
  cadenceOf,
  isTimed,
  withInterval,
} from '../options/cadenceOptions.ts'
import type { FlashblockSettings } from '../options/chainOptions.ts'
import type { FillLimits } from './fillBlock.ts'
import type { Producer } from './produce.ts'

/** What is awaited before a block or a flashblock is made, while the lock is free. */
export interface SettlingHooks {
  settled?: (() => Promise<void>) | undefined
}

export interface BlockScheduleDeps {
  readonly settings: FlashblockSettings & {
    readonly seed: string
    readonly network: NetworkRecord | undefined
  }
  readonly producer: Producer
  readonly clock: Clock
  /** The owner's, for what the cadence asks for; who calls the other methods has it already. */
  readonly lock: Lock
  readonly durations: { readonly flashblocks: DurationRecord; readonly seals: DurationRecord }
  /** Replaces the newest block where a fault says so, under the lock. */
  readonly abandon: () => Promise<void>
  readonly hooks: SettlingHooks
  readonly onError: (error: unknown) => void
  /** Called when the cadence was changed, held or let go on. */
  readonly onChange: () => void
}

/** How much of a tick the execution of a flashblock may take; the rest is for readers. */
const fillShare = 0.75

/** Whether a block has a transaction that it does not begin with by itself. */
function hasOwn({ transactions }: Pick<SealedBlock, 'transactions'>): boolean {
  return transactions.some(({ envelope }) => !isDeposit(envelope))
}

/** Makes blocks on the cadence or on request. */
export class BlockSchedule {
  readonly #producer: Producer
  readonly #durations: BlockScheduleDeps['durations']
  readonly #miner: Miner
  readonly #settings: FlashblockSettings
  /** What is in a sub-block; none: what the pool holds at its time. */
  readonly #subBlocks: SubBlocks | undefined
  readonly #clock: Clock
  readonly #lock: Lock
  readonly #abandon: BlockScheduleDeps['abandon']
  readonly #hooks: SettlingHooks
  readonly #onError: BlockScheduleDeps['onError']
  readonly #onChange: BlockScheduleDeps['onChange']
  readonly #random: Random
  #cadence: CadenceSettings
  /** Since when, in elapsed ms; none while it is awake. */
  #asleepSinceMs: number | undefined

  constructor(cadence: CadenceSettings, deps: BlockScheduleDeps) {
    const { settings, producer, clock, lock, durations, abandon, hooks, onError, onChange } = deps
    this.#settings = settings
    this.#subBlocks = settings.network?.subBlocks
    this.#random = new Random(`${settings.seed} interval`)
    this.#cadence = cadence
    this.#producer = producer
    this.#durations = durations
    this.#clock = clock
    this.#lock = lock
    this.#abandon = abandon
    this.#hooks = hooks
    this.#onError = onError
    this.#onChange = onChange
    this.#pace()
    this.#miner = new Miner(clock, cadenceOf(cadence, settings), {
      open: () => lock.run(() => producer.open(this.#cadence.blockMs)),
      flashblock: () => this.#settled(() => this.#tick()),
      seal: () => this.#settled(() => this.#sealOnTime()),
      onError,
    })
  }

  /** Runs in turn, when what answers the pool's transactions has done so. */
  #settled(make: () => Promise<void>): Promise<void> {
    const run = () => this.#lock.run(make)
    const { settled } = this.#hooks
    return settled === undefined ? run() : settled().then(run)
  }

  /** The present cadence. */
  get cadence(): CadenceSettings {
    return this.#cadence
  }

  get isPaused(): boolean {
    return this.#miner.state === 'paused' && this.#asleepSinceMs === undefined
  }

  start(): Promise<void> {
    return this.#miner.start()
  }

  stop(): Promise<void> {
    return this.#miner.stop()
  }

  pause(): void {
    this.#miner.pause()
    this.#onChange()
  }

  resume(): void {
    this.#miner.resume()
    this.#onChange()
  }

  /** Holds the cadence of a chain that is not used, unless it was paused. */
  sleep(): void {
    if (this.#miner.state !== 'running') return
    this.#asleepSinceMs = this.#clock.elapsed()
    this.#miner.pause()
  }

  /**
   * Ends `sleep`. The blocks that would have been made meanwhile are left out but the last: the head
   * is as young as it would be.
   */
  async wake(): Promise<void> {
    if (this.#asleepSinceMs === undefined) return
    const sleptMs = this.#clock.elapsed() - this.#asleepSinceMs
    this.#asleepSinceMs = undefined
    this.#miner.resume()
    if (!isTimed(this.#cadence) || sleptMs < this.#cadence.blockMs) return
    await this.#lock
      .run(async () => {
        await this.#producer.reopen(0)
        await this.seal()
      })
      .catch(this.#onError)
  }

  /**
   * Returns what restores the cadence as it is now. `inBlock`: it goes on in the middle of its block, for when the chain
   * is restored too.
   */
  capture({ inBlock = false } = {}): () => Promise<void> {
    const { cadence, isPaused } = this
    const { place } = this.#miner
    return async () => {
      if (this.cadence !== cadence) await this.setCadence(cadence)
      if (isPaused) this.pause()
      else this.resume()
      if (inBlock) this.#miner.goTo(place)
    }
  }

  /** Begins a block that will be sealed `leadMs` from now; one that is open begins again. */
  begin(leadMs: number): Promise<void> {
    return this.#lock.run(async () => {
      if (this.#producer.pending === undefined) await this.#producer.open(leadMs)
      else await this.#producer.reopen(leadMs)
    })
  }

  /** Reopens the open block, so that it begins now. */
  renew(): Promise<void> {
    return this.#lock.run(() => this.#producer.reopen(this.#cadence.blockMs))
  }

  /** The open block stays, and is sealed as the next one. Throws an `InvalidCadenceError`. */
  async setCadence(cadence: CadenceSettings): Promise<void> {
    const next = cadenceOf(cadence, this.#settings)
    checkCadence(next)
    this.#cadence = cadence
    this.#pace()
    await this.#miner.setCadence(next)
    this.#onChange()
  }

  /** Seals blocks at intervals drawn from between the two, in ms. Throws an `InvalidOption`. */
  setRange(minMs: number, maxMs: number): Promise<void> {
    const drawnMs = Math.max(1, Math.round(minMs + this.#random.upTo(maxMs - minMs)))
    const blockRangeMs = [minMs, maxMs] as const
    return this.setCadence({ ...withInterval(this.#cadence, drawnMs), blockRangeMs })
  }

  #pace(): void {
    this.#clock.pace(isTimed(this.#cadence) ? this.#cadence.blockMs : undefined)
  }

  metrics(): MinerMetrics {
    return this.#miner.metrics()
  }

  /** Publishes what the pool holds, as far as it may be in the next flashblock, as that. */
  async flashblock(budgetMs?: number): Promise<Flashblock> {
    await this.#abandon()
    const handedOver = await this.#producer.handOver()
    return handedOver ?? this.#flashblock({ budgetMs, gasShare: this.#gasShare() })
  }

  #flashblock(limits: FillLimits = {}): Promise<Flashblock> {
    return this.#durations.flashblocks.time(() => this.#producer.flashblock(limits))
  }

  /** Returns the share of the block's gas; `undefined` where it has no limit. */
  #gasShare(): FillLimits['gasShare'] {
    const { blockMs, flashblockMs } = this.#cadence
    const of = Math.ceil(blockMs / flashblockMs)
    // The first, which has no transactions, is none of those that share the gas.
    const part = Math.max(1, this.#producer.flashblockCount)
    return this.#settings.flashblockGas === 'full' || part >= of ? undefined : { part, of }
  }

  /** Seals the open block, with a last flashblock for what the pool holds. */
  async seal(): Promise<SealedBlock> {
    await this.#abandon()
    if (this.#producer.hasExecutable) await this.#flashblock()
    const block = await this.#sealBlock()
    await this.goOn()
    return block
  }

  /** Seals what the pool holds, in as many blocks as it takes; no block when nothing can run. */
  async sealExecutable(): Promise<void> {
    await this.#abandon()
    while (this.#producer.hasExecutable) {
      const { view } = await this.#flashblock()
      const isLarge = this.#producer.isLarge(view)
      if (!hasOwn(view) && !isLarge) {
        this.#producer.discard()
        return
      }
      // A fault may give back to the pool whatever was in the block.
      if (!hasOwn(await this.#sealBlock()) && !isLarge) return
    }
  }

  /** Where flashblocks come by themselves the next block is open at once, and its times count from now. */
  async goOn(): Promise<void> {
    const { mining, blockMs } = this.#cadence
    if (mining !== 'flashblocks') return
    await this.#producer.open(blockMs)
    this.#miner.realign()
  }

  async #tick(): Promise<void> {
    const budgetMs = this.#cadence.flashblockMs * fillShare
    if (this.#subBlocks === undefined) await this.flashblock(budgetMs)
    else await this.#publishDue(this.#subBlocks, budgetMs)
    this.#producer.beginRoot()
  }

  /** Publishes the sub-blocks that a tick has. */
  async #publishDue({ transactions, least, areEmptyPublished }: SubBlocks, budgetMs: number) {
    await this.#abandon()
    if ((await this.#producer.handOver()) !== undefined) return
    if (least !== undefined && !this.#producer.isWaiting(least)) return
    let count = 0
    do {
      const isEmpty = !this.#producer.hasExecutable
      if (isEmpty && !(areEmptyPublished && count === 0)) return
      const gasShare = this.#gasShare()
      const { transactions: own } = await this.#flashblock({ budgetMs, gasShare, transactions })
      // What is left does not fit.
      if (own.length === 0) return
      count++
    } while (transactions !== undefined)
  }

  async #sealOnTime(): Promise<void> {
    await this.#abandon()
    if (await this.#sealRest()) await this.#sealRest()
    const { blockRangeMs } = this.#cadence
    if (blockRangeMs !== undefined) await this.setRange(...blockRangeMs)
  }

  /** Seals the open block with what belongs into it besides. Returns whether a usual block of that time follows. */
  async #sealRest(): Promise<boolean> {
    const isLeft = this.#subBlocks?.least !== undefined && this.#producer.hasExecutable
    if (isLeft || this.#cadence.mining !== 'flashblocks') await this.#flashblock()
    const { pending } = this.#producer
    await this.#sealBlock({ waitsForRoot: false })
    return pending !== undefined && this.#producer.isLarge(pending)
  }

  #sealBlock(options?: SealOptions): Promise<SealedBlock> {
    return this.#durations.seals.time(() => this.#producer.seal(options))
  }
}
