import { FilterOverflowError } from './filterErrors.ts'

/** As many entries as that many full queues may be kept by all queues together. */
const fullQueues = 100

/** What all queues keep together. */
export class KeptEntries {
  count = 0
  /** Of one queue. */
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

  /** Past a limit all is let go until `take` has told of it: a part would look like the whole. */
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
