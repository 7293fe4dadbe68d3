import type { SkipReason } from '../../block/skipReason.ts'
import type { Clock } from '../../clock/clock.ts'
import { reasonOf } from '../../lib/errors.ts'
import type { Hex } from '../../lib/hex.ts'
import type { TxPool } from '../../txpool/txPool.ts'
import type { SignedTransaction } from '../../types/transaction.ts'

interface StateWaitsDeps {
  readonly pool: Pick<TxPool, 'has'>
  readonly clock: Pick<Clock, 'elapsed'>
}

/** The block on which a transaction lacks something of the live chain's state. */
interface WarmedBlock {
  warm(transaction: SignedTransaction): Promise<void>
}

/** Why running a pooled transaction failed the last time, although a later block may take it. */
export interface Deferral {
  /** `awaitingState`: the live chain does not give what it needs. `failed`: running it threw. */
  readonly code: 'awaitingState' | 'failed'
  readonly message: string
  readonly cause: unknown
  readonly count: number
  /** Flashblocks leave the transaction out until then, in elapsed ms. */
  readonly retryMs: number
}

/** The first pause before a transaction that failed is tried again, and the longest. */
const [minPauseMs, maxPauseMs] = [1_000, 30_000]

/**
 * Transactions in the pool that wait for a live chain's state: no flashblock waits for them. One whose
 * state cannot be had, or that fails unexpectedly, stays in the pool with the reason and is tried again.
 */
export class StateWaits {
  readonly #deps: StateWaitsDeps
  readonly #waiting = new Map<Hex, Promise<void>>()
  readonly #deferrals = new Map<Hex, Deferral>()

  constructor(deps: StateWaitsDeps) {
    this.#deps = deps
  }

  get size(): number {
    return this.#waiting.size
  }

  has(hash: Hex): boolean {
    return this.#waiting.has(hash)
  }

  /** Why the transaction could not run the last time, if it failed. */
  deferral(hash: Hex): Deferral | undefined {
    return this.#deferrals.get(hash)
  }

  /** Whether the transaction failed a short time ago, so that it is not to be tried yet. */
  isPaused(hash: Hex): boolean {
    const deferral = this.#deferrals.get(hash)
    return deferral !== undefined && this.#deps.clock.elapsed() < deferral.retryMs
  }

  /** Ends all pauses: a block was requested. */
  retry(): void {
    for (const [hash, deferral] of this.#deferrals) {
      this.#deferrals.set(hash, { ...deferral, retryMs: 0 })
    }
  }

  /** Fetches what the transaction lacks on the block, unless that is under way. */
  begin(transaction: SignedTransaction, block: WarmedBlock): void {
    const { hash } = transaction
    if (this.#waiting.has(hash)) return
    const fetched = block
      .warm(transaction)
      .then(() => void this.#deferrals.delete(hash))
      .catch((cause) => this.fail(hash, { code: 'awaitingState', message: reasonOf(cause), cause }))
      .finally(() => this.#waiting.delete(hash))
    this.#waiting.set(hash, fetched)
  }

  /** Notes why the transaction could not run, and pauses it; the longer, the more often it failed. */
  fail(
    hash: Hex,
    { message, cause, ...reason }: Pick<SkipReason, 'message' | 'cause'> & Pick<Deferral, 'code'>,
  ): void {
    const { pool, clock } = this.#deps
    for (const known of this.#deferrals.keys()) if (!pool.has(known)) this.#deferrals.delete(known)
    const count = (this.#deferrals.get(hash)?.count ?? 0) + 1
    const pauseMs = Math.min(minPauseMs * 2 ** (count - 1), maxPauseMs)
    const retryMs = clock.elapsed() + pauseMs
    this.#deferrals.set(hash, { code: reason.code, message, cause, count, retryMs })
  }

  /** Resolves when nothing waits that waits now. */
  async settled(): Promise<void> {
    await Promise.all(this.#waiting.values())
  }
}
