import type { SealedBlock } from '../types/view.ts'
import type { BlockRecord } from './storedBlock.ts'

/** As far as BLOCKHASH reaches: what tests, wallets and subscriptions ask about is among them. */
const mostBlocks = 256

/** In all of them together: each takes some kilobytes, ten times what is stored of it. */
const mostTransactions = 4096

/** Are left when there were more: several blocks are encoded in one go, and then none for a while. */
const leftTransactions = 3584

/**
 * The blocks that are kept decoded: those that were appended or read last. A chain shares it with its
 * forks, as the record of a block is the same in all of them.
 */
export class DecodedBlocks {
  readonly #blocks = new Map<BlockRecord, SealedBlock>()
  #transactions = 0

  get(record: BlockRecord): SealedBlock | undefined {
    return this.#blocks.get(record)
  }

  /** Keeps it as the newest; the oldest go when there are too many. */
  keep(record: BlockRecord, block: SealedBlock): void {
    this.#delete(record)
    this.#blocks.set(record, block)
    this.#transactions += record.transactions
    const most = this.#transactions > mostTransactions ? leftTransactions : mostTransactions
    for (const oldest of this.#blocks.keys()) {
      if (this.#blocks.size <= mostBlocks && this.#transactions <= most) break
      this.forget(oldest)
    }
  }

  /** Lets go of it as it is: it is encoded if somebody reads it again. */
  drop(record: BlockRecord | undefined): void {
    if (record !== undefined) this.#delete(record)
  }

  /** From now on there is but its encoding. */
  forget(record: BlockRecord): void {
    record.entry.encoded()
    this.#delete(record)
  }

  #delete(record: BlockRecord): void {
    if (this.#blocks.delete(record)) this.#transactions -= record.transactions
  }
}
