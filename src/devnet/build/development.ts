import { Address } from '@ethereumjs/util'
import type { Clock } from '../../clock/clock.ts'
import type { CurrentProtocol } from '../../ethereumjs/protocol/recordedRules.ts'
import { chainIdOf } from '../../ethereumjs/transaction/decodeTransaction.ts'
import type { Hex } from '../../lib/hex.ts'
import type { Lock } from '../../lib/lock.ts'
import type { Hub } from '../../subscriptions/hub.ts'
import type { TxPool } from '../../txpool/txPool.ts'
import type { StateEdit } from '../../types/state.ts'
import { isAutomining, withAutomine, withInterval } from '../options/cadenceOptions.ts'
import type { Settings } from '../options/options.ts'
import type { TransactionRecords } from '../status/transactionRecords.ts'
import type { BlockFields, ChosenFields } from './blockFields.ts'
import type { BlockSchedule } from './blockSchedule.ts'
import type { Producer } from './produce.ts'

export interface DevelopmentDeps {
  readonly lock: Lock
  readonly clock: Clock
  readonly producer: Producer
  readonly fields: BlockFields
  readonly schedule: BlockSchedule
  readonly pool: TxPool
  readonly records: TransactionRecords
  readonly hub: Hub
  readonly protocol: CurrentProtocol
  readonly settings: Pick<Settings, 'compatRules'>
}

/**
 * What no node on a network offers: changing accounts, time, headers, the pool. Each change waits
 * its turn, so that it never sees a half-built block.
 */
export class Development {
  readonly #deps: DevelopmentDeps
  /** Whether the command is to print what happens. */
  isLogging = true

  constructor(deps: DevelopmentDeps) {
    this.#deps = deps
  }

  /**
   * Changes an account, at the head and after what is pre-confirmed. The header of the head stays,
   * so its state root does not know of it; the next block's does.
   */
  edit(edit: StateEdit): Promise<void> {
    return this.editWith(async () => edit)
  }

  /** The same as `edit`, with the result of `make` while nothing else changes the chain. */
  editWith(make: () => Promise<StateEdit>): Promise<void> {
    return this.#deps.lock.run(async () => {
      const edit = await make()
      this.#deps.producer.edit(edit)
      if (edit.nonce !== undefined) this.#followNonce(edit.address, edit.nonce)
    })
  }

  /**
   * Sets these fields of the next blocks. Pre-confirmed transactions run again on the new header. Where the compat
   * says so, the pool loses transactions that need more gas than blocks have.
   */
  choose(fields: ChosenFields): Promise<void> {
    return this.#deps.lock.run(async () => {
      const { pool, settings } = this.#deps
      const { gasLimit } = fields
      this.#deps.fields.choose(fields)
      if (gasLimit !== undefined && settings.compatRules.gasLimitDrops) {
        const tooLarge = pool.all().filter(({ envelope }) => envelope.gasLimit > gasLimit)
        this.drop(tooLarge.map(({ hash }) => hash))
      }
      await this.#deps.producer.reopen()
    })
  }

  /**
   * Sets the chain id from the next block on, the open one included. The pool loses the transactions for another
   * chain.
   */
  setChainId(chainId: number): Promise<void> {
    const { protocol, pool } = this.#deps
    return this.#deps.lock.run(async () => {
      protocol.setChainId(chainId)
      const others = pool.all().filter(({ envelope }) => {
        const wanted = chainIdOf(envelope)
        return wanted !== undefined && wanted !== protocol.chainId
      })
      this.drop(others.map(({ hash }) => hash))
      this.#deps.fields.choose({})
      await this.#deps.producer.reopen()
    })
  }

  /** The least tip of transactions that are taken from now on, wei per gas. */
  setMinTip(wei: bigint): void {
    this.#deps.fields.setMinTip(wei)
  }

  /** Moves the chain's time by what `move` does to the clock; an open block gets the new time. */
  moveTime<Result>(move: (clock: Clock) => Result): Promise<Result> {
    const { lock, clock, producer, hub } = this.#deps
    return lock.run(async () => {
      const result = move(clock)
      await producer.reopen(0)
      hub.controls()
      return result
    })
  }

  /** Moves a manual clock on, see `Clock.advance`. */
  async advance(ms: number): Promise<void> {
    const { clock, hub } = this.#deps
    await clock.advance(ms)
    hub.controls()
  }

  /** Whether each transaction is sealed at once. */
  get automine(): boolean {
    return isAutomining(this.#deps.schedule.cadence)
  }

  /** Switching it on seals what waits in the pool, where the compat says so. */
  async setAutomine(on: boolean): Promise<void> {
    const { lock, schedule, settings } = this.#deps
    await schedule.setCadence(withAutomine(schedule.cadence, on))
    if (!on || !settings.compatRules.automineMinesPool) return
    await lock.run(() => schedule.sealExecutable())
  }

  /** 0 ends it; with a longest interval each is drawn from between the two. Throws an `InvalidOption`. */
  async setIntervalMining(intervalMs: number, maxMs?: number): Promise<void> {
    const { schedule } = this.#deps
    if (maxMs !== undefined) return schedule.setRange(intervalMs, maxMs)
    await schedule.setCadence(withInterval(schedule.cadence, intervalMs))
  }

  /** Takes transactions out of the pool; those that were there. */
  drop(hashes: Iterable<Hex>): readonly Hex[] {
    const { pool, records, hub } = this.#deps
    const dropped: Hex[] = []
    for (const hash of hashes) {
      const transaction = pool.get(hash)
      if (transaction === undefined || !pool.remove(hash)) continue
      records.dropped(transaction, { reason: 'removed' })
      dropped.push(hash)
    }
    if (dropped.length > 0) hub.controls()
    return dropped
  }

  /** The pool follows the account to its new nonce. */
  #followNonce(bytes: Uint8Array, nonce: bigint): void {
    const { pool, records, hub } = this.#deps
    const { removed, promoted } = pool.prune(() => nonce, [new Address(bytes)])
    for (const transaction of removed) records.dropped(transaction, { reason: 'nonceUsed' })
    for (const transaction of promoted) hub.pendingTransaction(transaction)
  }
}
