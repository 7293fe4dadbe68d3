/** What has been taken is let go of when it is as many as this, and as much as what waits. */
const mostTaken = 1024

/** What waits its turn; the first to come is the first to be taken, in constant time however many wait. */
export class Fifo<Item> {
  #items: Item[] = []
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
    const item = this.#items[this.#first++]
    if (this.#first >= mostTaken && this.#first * 2 >= this.#items.length) {
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
