import { type Hex, quantity } from '../lib/hex.ts'
import { defaultLimits, type Limits } from '../lib/limits.ts'
import { type Holder, keptBytes, Shares } from '../lib/shares.ts'
import type {
  ChainEvents,
  Channel,
  FilterChanges,
  FilterSubject,
  PlacedLog,
} from '../types/events.ts'
import type { SignedTransaction } from '../types/transaction.ts'
import type { SealedBlock } from '../types/view.ts'
import {
  CriteriaTooLargeError,
  FilterNotFoundError,
  FilterOverflowError,
  TooManyFiltersError,
} from './filterErrors.ts'

/** The number of full queues whose entries all queues together may keep. */
const fullQueues = 100

/** What all queues keep together. */
export class KeptEntries {
  count = 0
  /** The limit of one queue. */
  readonly limit: number

  constructor(limit: number) {
    this.limit = limit
  }

  get isFull(): boolean {
    return this.count >= this.limit * fullQueues
  }
}

/** What was collected since the last look, up to a limit. */
export class Queue<Entry> {
  readonly #kept: KeptEntries
  #entries: Entry[] = []
  #overflown = false

  constructor(kept: KeptEntries) {
    this.#kept = kept
  }

  /** Beyond a limit all entries are dropped until `take` reports it, because a part would look complete. */
  push(entry: Entry): void {
    if (this.#overflown) return
    if (this.#entries.length < this.#kept.limit && !this.#kept.isFull) {
      this.#entries.push(entry)
      this.#kept.count++
      return
    }
    this.clear()
    this.#overflown = true
  }

  /** Lets go of the entries that are not to be kept. */
  retain(isKept: (entry: Entry) => boolean): void {
    const retained = this.#entries.filter(isKept)
    this.clear()
    this.#entries = retained
    this.#kept.count += retained.length
  }

  /** All entries; the queue is empty then. Throws a `FilterOverflowError` when some were lost. */
  take(): readonly Entry[] {
    const entries = this.#entries
    const overflown = this.#overflown
    this.clear()
    this.#overflown = false
    if (overflown) throw new FilterOverflowError(this.#kept.limit)
    return entries
  }

  /** Lets go of all entries. */
  clear(): void {
    this.#kept.count -= this.#entries.length
    this.#entries = []
  }
}

type Listen = <Name extends Channel>(
  channel: Name,
  listener: (event: ChainEvents[Name]) => void,
) => void

/** What was collected. */
interface Collection {
  /** What has come since the last call. Throws a `FilterOverflowError`. */
  take(): FilterChanges
  /** Lets go of it. */
  clear(): void
}

/** Collects what `subject` asks for from what `listen` receives, as long as `kept` has room. */
function collect(subject: FilterSubject, kept: KeptEntries, listen: Listen): Collection {
  switch (subject.kind) {
    case 'blocks':
      return collectBlocks(subject.first, new Queue(kept), listen)
    case 'transactions':
      return collectTransactions(subject.full, new Queue(kept), listen)
    case 'logs':
      return collectLogs(subject.matches, new Queue(kept), listen)
  }
}

function collectBlocks(first: Hex | undefined, queue: Queue<Hex>, listen: Listen): Collection {
  if (first !== undefined) queue.push(first)
  // Blocks that a revert takes away stay, as in Anvil and Hardhat: the filter is a list of what was made.
  listen('newHeads', ({ block }) => queue.push(block.hash))
  return {
    take: () => ({ kind: 'blocks', hashes: queue.take() }),
    clear: () => queue.clear(),
  }
}

function collectTransactions(
  full: boolean,
  queue: Queue<SignedTransaction>,
  listen: Listen,
): Collection {
  listen('newPendingTransactions', ({ transaction }) => queue.push(transaction))
  return {
    take: () => ({ kind: 'transactions', full, transactions: queue.take() }),
    clear: () => queue.clear(),
  }
}

function collectLogs(
  matches: (log: PlacedLog) => boolean,
  queue: Queue<PlacedLog>,
  listen: Listen,
): Collection {
  listen('logs', ({ logs }) => {
    for (const log of logs) if (matches(log)) queue.push(log)
  })
  listen('revert', ({ removed }) => {
    const gone = hashesOf(removed)
    queue.retain(({ block }) => block.kind !== 'sealed' || !gone.has(block.hash))
  })
  return { take: () => ({ kind: 'logs', logs: queue.take() }), clear: () => queue.clear() }
}

function hashesOf(blocks: readonly SealedBlock[]): ReadonlySet<Hex> {
  return new Set(blocks.map(({ hash }) => hash))
}

/** The time after which a filter that is not polled ends: five minutes, as in geth. */
const idleMs = 5 * 60_000

/** The source of the events that filters collect. */
export interface EventSource {
  on<Name extends Channel>(channel: Name, listener: (event: ChainEvents[Name]) => void): () => void
}

interface Filter<Criteria> {
  readonly subject: FilterSubject<Criteria>
  readonly holder: Holder
  /** The size of its criteria in bytes. */
  readonly bytes: number
  readonly collection: Collection
  /** Each ends one listening. */
  readonly ends: readonly (() => void)[]
  polledAtMs: number
}

/** The filters of `eth_newFilter` and its siblings, which collect events until they are polled. */
export class Filters<Criteria = unknown> {
  readonly #events: EventSource
  readonly #clock: { elapsed(): number }
  readonly #shares: Shares
  /** The bytes that filters and subscriptions ask for, here and in all devnets of the same start. */
  readonly criteria: Shares
  /** What filters of programs have collected, and what those of pages have. */
  readonly #kept: { readonly programs: KeptEntries; readonly pages: KeptEntries }
  #made = 0
  /** The filters; the most recently polled ones are last. */
  readonly #filters = new Map<string, Filter<Criteria>>()

  /** `clock` measures how long a filter is idle, in ms; `criteria` is shared with others. */
  constructor(
    events: EventSource,
    clock: { elapsed(): number },
    limits: Pick<Limits, 'filters' | 'filterEntries' | 'criteriaBytes'> = defaultLimits,
    criteria = new Shares(limits.criteriaBytes),
  ) {
    this.#events = events
    this.#clock = clock
    this.#shares = new Shares(limits.filters)
    this.criteria = criteria
    this.#kept = {
      programs: new KeptEntries(limits.filterEntries),
      pages: new KeptEntries(limits.filterEntries),
    }
  }

  /** How many there are. */
  get size(): number {
    return this.#filters.size
  }

  /**
   * Makes a filter that collects from now on; returns its id. Throws a `TooManyFiltersError` or a
   * `CriteriaTooLargeError`.
   */
  create(subject: FilterSubject<Criteria>, holder?: Holder): Hex {
    const bytes = keptBytes(subject)
    this.#take(holder, bytes)
    const kept = holder === undefined ? this.#kept.programs : this.#kept.pages
    const id = quantity(++this.#made)
    const ends: (() => void)[] = []
    const collection = collect(subject, kept, (channel, listener) => {
      // An idle filter may never be polled again: it ends when it would grow.
      const end = this.#events.on(channel, (event) => this.#find(id) && listener(event))
      ends.push(end)
    })
    const polledAtMs = this.#clock.elapsed()
    this.#filters.set(id, { subject, holder, bytes, collection, ends, polledAtMs })
    return id
  }

  #take(holder: Holder, bytes: number): void {
    const takesOne = () => this.#shares.take(holder, 1)
    if (!takesOne()) {
      this.#endIdle()
      if (!takesOne()) throw new TooManyFiltersError(this.#shares.limit, holder)
    }
    const takesBytes = () => this.criteria.take(holder, bytes)
    if (takesBytes()) return
    this.#endIdle()
    if (takesBytes()) return
    this.#shares.give(holder, 1)
    throw new CriteriaTooLargeError(this.criteria.limit, holder)
  }

  /** What came since the last call. Throws a `FilterNotFoundError` or a `FilterOverflowError`. */
  changes(id: string): FilterChanges {
    return this.#poll(id).collection.take()
  }

  /** What the filter was made for. Throws a `FilterNotFoundError`. */
  subject(id: string): FilterSubject<Criteria> {
    return this.#poll(id).subject
  }

  has(id: string): boolean {
    return this.#find(id) !== undefined
  }

  /** Ends a filter; whether there was one. */
  uninstall(id: string): boolean {
    const filter = this.#find(id)
    if (filter) this.#remove(id, filter)
    return filter !== undefined
  }

  /** Ends all filters. */
  close(): void {
    for (const [id, filter] of this.#filters) this.#remove(id, filter)
  }

  #poll(id: string): Filter<Criteria> {
    const filter = this.#find(id)
    if (!filter) throw new FilterNotFoundError()
    filter.polledAtMs = this.#clock.elapsed()
    this.#filters.delete(id)
    this.#filters.set(id, filter)
    return filter
  }

  /** The filter, unless it is idle for too long: then it ends here. */
  #find(id: string): Filter<Criteria> | undefined {
    const filter = this.#filters.get(id)
    if (!filter) return undefined
    if (this.#clock.elapsed() - filter.polledAtMs <= idleMs) return filter
    this.#remove(id, filter)
    return undefined
  }

  #endIdle(): void {
    for (const id of this.#filters.keys()) if (this.#find(id) !== undefined) return
  }

  #remove(id: string, filter: Filter<Criteria>): void {
    this.#filters.delete(id)
    for (const end of filter.ends) end()
    filter.collection.clear()
    this.#shares.give(filter.holder, 1)
    this.criteria.give(filter.holder, filter.bytes)
  }
}
