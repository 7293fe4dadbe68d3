import type { Hex } from '../../lib/hex.ts'
import { PersistentMap } from '../../lib/persistentMap.ts'
import type { SignedTransaction } from '../../types/transaction.ts'
import type { Drop, FateTimes } from '../../types/transactionFate.ts'
import type { Flashblock, SealedBlock } from '../../types/view.ts'

/** What is remembered of a transaction besides where it is now. */
export interface TransactionRecord {
  readonly times: FateTimes
  /** Why it was dropped last, if ever. */
  readonly drop?: Drop | undefined
}

interface Numbered extends TransactionRecord {
  /** In the order in which records began. */
  readonly arrival: number
}

/** All records at a moment: for `TransactionRecords.restore`. Never changes. */
export interface RecordsSnapshot {
  readonly records: PersistentMap<Numbered>
  /** Hashes by arrival. */
  readonly hashes: PersistentMap<Hex>
  readonly arrivals: number
}

/** Records as plain data. */
export interface CompiledRecords {
  readonly records: readonly (readonly [hash: string, record: Numbered])[]
  readonly arrivals: number
}

export function compileRecords({ records, arrivals }: RecordsSnapshot): CompiledRecords {
  return { records: [...records], arrivals }
}

export function recordsOf({ records, arrivals }: CompiledRecords): RecordsSnapshot {
  const hashes = records.map(([hash, { arrival }]) => [String(arrival), hash as Hex] as const)
  return { records: PersistentMap.of(records), hashes: PersistentMap.of(hashes), arrivals }
}

type Known = Pick<SignedTransaction, 'hash'>

/**
 * When each transaction was pooled, pre-confirmed, sealed and dropped. Keeps the newest time of
 * each; a later event never erases that an earlier one was. Forgets the oldest records first.
 */
export class TransactionRecords {
  readonly #now: () => number
  readonly #limit: number
  #records = PersistentMap.empty<Numbered>()
  #hashes = PersistentMap.empty<Hex>()
  #arrivals = 0

  /** `now` is chain time, ms. `limit` is how many transactions are remembered. */
  constructor(now: () => number, limit = 100_000) {
    this.#now = now
    this.#limit = limit
  }

  /** The pool has it, for the first time or again. */
  pooled({ hash }: Known): void {
    this.#note(hash, { pooledMs: this.#now() })
  }

  /** Its transactions can be seen at `pending`. */
  published({ transactions }: Pick<Flashblock, 'transactions'>): void {
    const preconfirmedMs = this.#now()
    for (const { hash } of transactions) this.#note(hash, { preconfirmedMs })
  }

  /** The block is on the chain. */
  sealed({ transactions }: Pick<SealedBlock, 'transactions'>): void {
    const sealedMs = this.#now()
    for (const { hash } of transactions) this.#note(hash, { sealedMs })
  }

  /** It left the pool, the pending block or the chain. When it goes back to the pool, call `pooled` after this. */
  dropped({ hash }: Known, drop: Drop): void {
    this.#note(hash, { droppedMs: this.#now() }, drop)
  }

  find(hash: Hex): TransactionRecord | undefined {
    return this.#records.get(hash)
  }

  /** Costs O(1). */
  snapshot(): RecordsSnapshot {
    return { records: this.#records, hashes: this.#hashes, arrivals: this.#arrivals }
  }

  restore({ records, hashes, arrivals }: RecordsSnapshot): void {
    this.#records = records
    this.#hashes = hashes
    this.#arrivals = arrivals
  }

  #note(hash: Hex, times: FateTimes, drop?: Drop): void {
    const before = this.#records.get(hash) ?? this.#begin(hash)
    this.#records = this.#records.set(hash, {
      arrival: before.arrival,
      times: Object.assign({}, before.times, times),
      drop: drop ?? before.drop,
    })
  }

  #begin(hash: Hex): Numbered {
    const arrival = this.#arrivals++
    this.#hashes = this.#hashes.set(String(arrival), hash)
    if (this.#hashes.size > this.#limit) this.#forget(arrival - this.#limit)
    return { arrival, times: {} }
  }

  #forget(arrival: number): void {
    const hash = this.#hashes.get(String(arrival)) as Hex
    this.#hashes = this.#hashes.delete(String(arrival))
    this.#records = this.#records.delete(hash)
  }
}
