import { FilterOverflowError } from './filterErrors.ts'

/** What was collected since the last look, up to a limit. */
export class Queue<Entry> {
  readonly #limit: number
  #entries: Entry[] = []
  #overflown = false

  constructor(limit: number) {
    this.#limit = limit
  }

  /** Past the limit all is let go until `take` has told of it: a part would look like the whole. */
  push(entry: Entry): void {
    if (this.#overflown) return
    if (this.#entries.length < this.#limit) {
      this.#entries.push(entry)
      return
    }
    this.#entries = []
    this.#overflown = true
  }

  /** Lets go of the entries that are not to be kept. */
  retain(isKept: (entry: Entry) => boolean): void {
    this.#entries = this.#entries.filter(isKept)
  }

  /** All entries; the queue is empty then. Throws a `FilterOverflowError` when some were lost. */
  take(): readonly Entry[] {
    const entries = this.#entries
    const overflown = this.#overflown
    this.#entries = []
    this.#overflown = false
    if (overflown) throw new FilterOverflowError(this.#limit)
    return entries
  }
}
