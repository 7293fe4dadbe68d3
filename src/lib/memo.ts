/** Keeps what was made for the newest `most` keys; the oldest goes first. */
export class Memo<Value> {
  readonly #most: number
  readonly #values = new Map<string, Value>()

  constructor(most: number) {
    this.#most = most
  }

  /** What was made for the key, made now if it is not kept. What `make` throws, and `undefined`, is not kept. */
  get(key: string, make: (key: string) => Value): Value {
    const known = this.#values.get(key)
    if (known !== undefined) return known
    const made = make(key)
    if (made === undefined) return made
    if (this.#values.size >= this.#most) {
      for (const oldest of this.#values.keys()) {
        this.#values.delete(oldest)
        break
      }
    }
    this.#values.set(key, made)
    return made
  }
}
