import type { Hex } from '../../lib/hex.ts'
import type { TxPool } from '../../txpool/txPool.ts'
import type { SignedTransaction } from '../../types/transaction.ts'
import type { TransactionRecords } from '../fate/transactionRecords.ts'

interface StateWaitsDeps {
  readonly pool: TxPool
  readonly records: TransactionRecords
}

/** The block on which a transaction lacks something of the live chain's state. */
interface WarmedBlock {
  warm(transaction: SignedTransaction): Promise<void>
}

/**
 * Transactions in the pool that wait for a live chain's state: no flashblock waits for them. One
 * whose state cannot be had is dropped, and its record says why.
 */
export class StateWaits {
  readonly #deps: StateWaitsDeps
  readonly #waiting = new Map<Hex, Promise<void>>()

  constructor(deps: StateWaitsDeps) {
    this.#deps = deps
  }

  get size(): number {
    return this.#waiting.size
  }

  has(hash: Hex): boolean {
    return this.#waiting.has(hash)
  }

  /** Fetches what the transaction lacks on the block, unless that is under way. */
  begin(transaction: SignedTransaction, block: WarmedBlock): void {
    const { hash } = transaction
    if (this.#waiting.has(hash)) return
    const { pool, records } = this.#deps
    const fetched = block
      .warm(transaction)
      .catch((error: Error) => {
        pool.remove(hash)
        records.dropped(transaction, { reason: 'invalid', message: error.message })
      })
      .finally(() => this.#waiting.delete(hash))
    this.#waiting.set(hash, fetched)
  }

  /** Resolves when nothing waits that waits now. */
  async settled(): Promise<void> {
    await Promise.all(this.#waiting.values())
  }
}
