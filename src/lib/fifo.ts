/** The places of what has been taken are let go of when they are as many as this, and as many as wait. */
const maxTaken = 1024

/** What waits its turn; the first to come is the first to be taken, in constant time however many wait. */
export class Fifo<Item> {
  #items: (Item | undefined)[] = []
  #first = 0

  get size(): number {
    return this.#items.length - this.#first
  }

  put(item: Item): void {
    this.#items.push(item)
  }

  /** `undefined` when nothing waits. */
  take(): Item | undefined {
    if (this.#first === this.#items.length) return undefined
    const item = this.#items[this.#first]
    // Its place is kept for a while, what was there is not: there may be a queue for each of very many clients.
    this.#items[this.#first++] = undefined
    if (this.#first >= maxTaken && this.#first * 2 >= this.#items.length) {
      this.#items = this.#items.slice(this.#first)
      this.#first = 0
    }
    return item
  }

  clear(): void {
    this.#items = []
    this.#first = 0
  }
}
