/** A connection whose client has not read all that it was told. */
export interface Laggard {
  /** Bytes of pushes that are kept for it. */
  readonly unsentPushBytes: number
  /** Ends it. */
  readonly onStalled: (limit: 'unsentBytes') => void
}

/** What is kept for all clients that do not read: each has its bound, and many of them one together. */
export class UnsentTotal {
  readonly #limit: number
  readonly #laggards = new Set<Laggard>()
  #bytes = 0

  /** `limit` in bytes. */
  constructor(limit: number) {
    this.#limit = limit
  }

  /** Counts what is kept for the laggard from now on. Over the limit the one that has left most unread is ended. */
  add(laggard: Laggard, bytes: number): void {
    this.#laggards.add(laggard)
    this.#bytes += bytes
    while (this.#bytes > this.#limit && this.#laggards.size > 1) {
      let worst = laggard
      for (const other of this.#laggards) {
        if (other.unsentPushBytes > worst.unsentPushBytes) worst = other
      }
      const before = this.#bytes
      worst.onStalled('unsentBytes')
      // It gives all of it back; were it not so, this would never end.
      if (this.#bytes >= before) return
    }
  }

  /** Bytes that are not kept for the laggard any more; `isLast` when nothing is. */
  remove(laggard: Laggard, bytes: number, isLast: boolean): void {
    this.#bytes -= bytes
    if (isLast) this.#laggards.delete(laggard)
  }
}
