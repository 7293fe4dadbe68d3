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

/** As it is kept: there are many, and an object for the times would take twice the memory. */
interface KeptRecord {
  /** In the order in which records began. */
  readonly arrival: number
  /** When it began, chain time in ms; the other times are counted from there: small numbers take no memory of their own. */
  readonly beganMs: number
  readonly pooled: number | undefined
  readonly preconfirmed: number | undefined
  readonly sealed: number | undefined
  readonly dropped: number | undefined
  readonly drop: Drop | undefined
}

/** All records at a moment: for `TransactionRecords.restore`. Never changes. */
export interface RecordsSnapshot {
  readonly records: PersistentMap<KeptRecord>
  /** Hashes in the order of their arrivals, so many together; by how many such pages are before. */
  readonly pages: PersistentMap<readonly Hex[]>
  readonly arrivals: number
}

const pageLength = 64

/** Records as plain data. */
export interface CompiledRecords {
  readonly records: readonly (readonly [hash: string, record: KeptRecord])[]
  readonly arrivals: number
}

export function compileRecords({ records, arrivals }: RecordsSnapshot): CompiledRecords {
  return { records: [...records], arrivals }
}

export function recordsOf({ records, arrivals }: CompiledRecords): RecordsSnapshot {
  const pages = new Map<string, Hex[]>()
  for (const [hash, { arrival }] of records) {
    const key = pageOf(arrival)
    const page = pages.get(key) ?? []
    page[arrival % pageLength] = hash as Hex
    pages.set(key, page)
  }
  return { records: PersistentMap.of(records), pages: PersistentMap.of(pages), arrivals }
}

function pageOf(arrival: number): string {
  return String(Math.floor(arrival / pageLength))
}

type Known = Pick<SignedTransaction, 'hash'>

/**
 * When each transaction was pooled, pre-confirmed, sealed and dropped. Keeps the newest time of
 * each; a later event never erases that an earlier one was. Forgets the oldest records first.
 */
export class TransactionRecords {
  readonly #now: () => number
  readonly #limit: number
  #records = PersistentMap.empty<KeptRecord>()
  #pages = PersistentMap.empty<readonly Hex[]>()
  #arrivals = 0

  /** `now` is chain time, ms. `limit` is how many transactions are remembered. */
  constructor(now: () => number, limit = 100_000) {
    this.#now = now
    this.#limit = limit
  }

  /** The pool has it, for the first time or again. */
  pooled({ hash }: Known): void {
    this.#note(hash, 'pooled', this.#now())
  }

  /** Its transactions can be seen at `pending`. */
  published({ transactions }: Pick<Flashblock, 'transactions'>): void {
    this.#noteAll(transactions, 'preconfirmed')
  }

  /** The block is on the chain. */
  sealed({ transactions }: Pick<SealedBlock, 'transactions'>): void {
    this.#noteAll(transactions, 'sealed')
  }

  /** It left the pool, the pending block or the chain. When it goes back to the pool, call `pooled` after this. */
  dropped({ hash }: Known, drop: Drop): void {
    this.#note(hash, 'dropped', this.#now(), drop)
  }

  find(hash: Hex): TransactionRecord | undefined {
    const record = this.#records.get(hash)
    return record && { times: timesOf(record), drop: record.drop }
  }

  /** Costs O(1). */
  snapshot(): RecordsSnapshot {
    return { records: this.#records, pages: this.#pages, arrivals: this.#arrivals }
  }

  restore({ records, pages, arrivals }: RecordsSnapshot): void {
    this.#records = records
    this.#pages = pages
    this.#arrivals = arrivals
  }

  #note(hash: Hex, event: Event, nowMs: number, drop?: Drop): void {
    const before = this.#records.get(hash) ?? this.#begin(hash, nowMs)
    this.#records = this.#records.set(hash, noted(before, event, nowMs, drop))
  }

  /** Known ones all at once, which copies what the map is made of once. */
  #noteAll(transactions: readonly Known[], event: Event): void {
    const nowMs = this.#now()
    const hashes = transactions.map(({ hash }) => hash)
    if (!hashes.every((hash) => this.#records.has(hash))) {
      for (const hash of hashes) this.#note(hash, event, nowMs)
      return
    }
    this.#records = this.#records.setAll(hashes, (_position, before) =>
      noted(before as KeptRecord, event, nowMs),
    )
  }

  #begin(hash: Hex, beganMs: number): KeptRecord {
    const arrival = this.#arrivals++
    const key = pageOf(arrival)
    this.#pages = this.#pages.set(key, [...(this.#pages.get(key) ?? []), hash])
    if (arrival >= this.#limit) this.#forget(arrival - this.#limit)
    return { arrival, beganMs, ...nothingYet }
  }

  #forget(arrival: number): void {
    const key = pageOf(arrival)
    const hash = this.#pages.get(key)?.[arrival % pageLength] as Hex
    this.#records = this.#records.delete(hash)
    if (arrival % pageLength === pageLength - 1) this.#pages = this.#pages.delete(key)
  }
}

/** The record with one more event. */
function noted(before: KeptRecord, event: Event, nowMs: number, drop?: Drop): KeptRecord {
  const since = nowMs - before.beganMs
  return {
    arrival: before.arrival,
    beganMs: before.beganMs,
    pooled: event === 'pooled' ? since : before.pooled,
    preconfirmed: event === 'preconfirmed' ? since : before.preconfirmed,
    sealed: event === 'sealed' ? since : before.sealed,
    dropped: event === 'dropped' ? since : before.dropped,
    drop: drop ?? before.drop,
  }
}

type Event = 'pooled' | 'preconfirmed' | 'sealed' | 'dropped'

const nothingYet = {
  pooled: undefined,
  preconfirmed: undefined,
  sealed: undefined,
  dropped: undefined,
  drop: undefined,
} satisfies Partial<KeptRecord>

/** Those that have been, by their public names. */
function timesOf({ beganMs, pooled, preconfirmed, sealed, dropped }: KeptRecord): FateTimes {
  return {
    ...(pooled !== undefined && { pooledMs: beganMs + pooled }),
    ...(preconfirmed !== undefined && { preconfirmedMs: beganMs + preconfirmed }),
    ...(sealed !== undefined && { sealedMs: beganMs + sealed }),
    ...(dropped !== undefined && { droppedMs: beganMs + dropped }),
  }
}
