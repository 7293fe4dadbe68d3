import { bytesToHex, type Hex } from '../../lib/hex.ts'
import { PersistentMap } from '../../lib/persistentMap.ts'
import type { SignedTransaction } from '../../types/transaction.ts'
import type { Drop, FateTimes, SentBy, TransactionContent } from '../../types/transactionFate.ts'
import type { Flashblock, SealedBlock } from '../../types/view.ts'

/** What is remembered of a transaction besides where it is now. */
export interface TransactionRecord {
  readonly times: FateTimes
  /** Why it was dropped last, if ever. */
  readonly drop?: Drop | undefined
}

/** The stored form: there are many, and an object for the times would take twice the memory. */
interface KeptRecord {
  /** Its position in the order in which records began. */
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
  /** Hashes in the order of their arrivals, in pages by the number of pages before. */
  readonly pages: PersistentMap<readonly Hex[]>
  readonly arrivals: number
}

const pageLength = 64

/** An event that no record has yet. */
interface Note {
  readonly hash: Hex
  readonly event: Event
  readonly atMs: number
  readonly drop: Drop | undefined
}

/** Are taken in at once: a millisecond. */
const maxNotes = 1024

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
 * Events are processed lazily, on read: tests often revert to a snapshot without reading them.
 */
export class TransactionRecords {
  readonly #now: () => number
  readonly #limit: number
  readonly #onDropped: (hash: Hex, drop: Drop) => void
  readonly #senders = new Newest<SentBy>(10_000)
  readonly #contents = new Newest<TransactionContent>(1_000)
  #records = PersistentMap.empty<KeptRecord>()
  #pages = PersistentMap.empty<readonly Hex[]>()
  #arrivals = 0
  /** The notes in the order in which they happened. */
  #notes: Note[] = []

  /** `now` is chain time, ms. `onDropped` is called for each drop. `limit` is how many transactions are remembered. */
  constructor(
    now: () => number,
    onDropped: (hash: Hex, drop: Drop) => void = () => undefined,
    limit = 100_000,
  ) {
    this.#now = now
    this.#onDropped = onDropped
    this.#limit = limit
  }

  /** The pool has it, for the first time or again. */
  pooled(transaction: Known): void {
    this.#note([transaction], 'pooled')
  }

  /** Its transactions can be seen at `pending`. */
  published({ transactions }: Pick<Flashblock, 'transactions'>): void {
    this.#note(transactions, 'preconfirmed')
  }

  /** The block is on the chain. */
  sealed({ transactions }: Pick<SealedBlock, 'transactions'>): void {
    this.#note(transactions, 'sealed')
  }

  /** It left the pool, the pending block or the chain. When it goes back to the pool, call `pooled` after this. */
  dropped(transaction: SignedTransaction, drop: Drop): void {
    this.#contents.set(transaction.hash, contentOf(transaction))
    this.#note([transaction], 'dropped', drop)
    this.#onDropped(transaction.hash, drop)
  }

  /** It came by this request. */
  sent(hash: Hex, by: SentBy): void {
    this.#senders.set(hash, by)
  }

  /** The request by which it came, if that is remembered. */
  senderOf(hash: Hex): SentBy | undefined {
    return this.#senders.get(hash)
  }

  /** What a dropped transaction said, if that is remembered. */
  contentOf(hash: Hex): TransactionContent | undefined {
    return this.#contents.get(hash)
  }

  /** The newest transactions whose contents are remembered, the newest last; some may be back. */
  get droppedHashes(): readonly Hex[] {
    return this.#contents.hashes
  }

  find(hash: Hex): TransactionRecord | undefined {
    this.#takeIn()
    const record = this.#records.get(hash)
    return record && { times: timesOf(record), drop: record.drop }
  }

  /** Costs what has happened since the last one. */
  snapshot(): RecordsSnapshot {
    this.#takeIn()
    return { records: this.#records, pages: this.#pages, arrivals: this.#arrivals }
  }

  restore({ records, pages, arrivals }: RecordsSnapshot): void {
    this.#records = records
    this.#pages = pages
    this.#arrivals = arrivals
    this.#notes = []
  }

  #note(transactions: readonly Known[], event: Event, drop?: Drop): void {
    if (transactions.length === 0) return
    const atMs = this.#now()
    for (const { hash } of transactions) this.#notes.push({ hash, event, atMs, drop })
    if (this.#notes.length >= maxNotes) this.#takeIn()
  }

  /** All at once, which copies what the map is made of once. */
  #takeIn(): void {
    if (this.#notes.length === 0) return
    const changed = new Map<Hex, KeptRecord>()
    for (const { hash, event, atMs, drop } of this.#notes) {
      const before = changed.get(hash) ?? this.#records.get(hash)
      const forgotten = before === undefined ? this.#arrive(hash) : undefined
      if (forgotten !== undefined) changed.delete(forgotten)
      changed.set(hash, noted(before ?? begun(this.#arrivals - 1, atMs), event, atMs, drop))
    }
    const records = [...changed.values()]
    this.#records = this.#records.setAll([...changed.keys()], (at) => records[at] as KeptRecord)
    this.#notes = []
  }

  /** Gives it its place in the order, and the one that is forgotten for it. */
  #arrive(hash: Hex): Hex | undefined {
    const arrival = this.#arrivals++
    const key = pageOf(arrival)
    this.#pages = this.#pages.set(key, [...(this.#pages.get(key) ?? []), hash])
    return arrival >= this.#limit ? this.#forget(arrival - this.#limit) : undefined
  }

  #forget(arrival: number): Hex {
    const key = pageOf(arrival)
    const hash = this.#pages.get(key)?.[arrival % pageLength] as Hex
    this.#records = this.#records.delete(hash)
    if (arrival % pageLength === pageLength - 1) this.#pages = this.#pages.delete(key)
    return hash
  }
}

/** Values of the newest hashes, up to a number of them. */
class Newest<Value> {
  readonly #limit: number
  readonly #values = new Map<Hex, Value>()

  constructor(limit: number) {
    this.#limit = limit
  }

  /** The newest last. */
  get hashes(): readonly Hex[] {
    return [...this.#values.keys()]
  }

  get(hash: Hex): Value | undefined {
    return this.#values.get(hash)
  }

  set(hash: Hex, value: Value): void {
    this.#values.delete(hash)
    this.#values.set(hash, value)
    if (this.#values.size <= this.#limit) return
    const [oldest] = this.#values.keys()
    if (oldest !== undefined) this.#values.delete(oldest)
  }
}

/** Bytes of calldata that are kept of a dropped transaction. */
const maxData = 4096

function contentOf({ sender, envelope }: SignedTransaction): TransactionContent {
  const { to, value, nonce, data } = envelope
  return {
    from: bytesToHex(sender.bytes),
    to: to && bytesToHex(to.bytes),
    value,
    nonce,
    data: bytesToHex(data.subarray(0, maxData)),
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

function begun(arrival: number, beganMs: number): KeptRecord {
  return {
    arrival,
    beganMs,
    pooled: undefined,
    preconfirmed: undefined,
    sealed: undefined,
    dropped: undefined,
    drop: undefined,
  }
}

/** Returns the times of reached states, by their public names. */
function timesOf({ beganMs, pooled, preconfirmed, sealed, dropped }: KeptRecord): FateTimes {
  return {
    ...(pooled !== undefined && { pooledMs: beganMs + pooled }),
    ...(preconfirmed !== undefined && { preconfirmedMs: beganMs + preconfirmed }),
    ...(sealed !== undefined && { sealedMs: beganMs + sealed }),
    ...(dropped !== undefined && { droppedMs: beganMs + dropped }),
  }
}
