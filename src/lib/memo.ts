/** Keeps what was made for the newest `most` keys; the oldest goes first. */
export class Memo<Value> {
  readonly #most: number
  readonly #values = new Map<string, Value>()

  constructor(most: number) {
    this.#most = most
  }

  /** What was made for the key, if it is kept. */
  peek(key: string): Value | undefined {
    return this.#values.get(key)
  }

  /** What was made for the key, made now if it is not kept. What `make` throws, and `undefined`, is not kept. */
  get(key: string, make: (key: string) => Value): Value {
    const known = this.#values.get(key)
    if (known !== undefined) return known
    const made = make(key)
    if (made !== undefined) this.put(key, made)
    return made
  }

  /** Keeps a value for the key, in place of what was kept for it. */
  put(key: string, value: Value): void {
    if (this.#values.size >= this.#most && !this.#values.has(key)) {
      for (const oldest of this.#values.keys()) {
        this.#values.delete(oldest)
        break
      }
    }
    this.#values.set(key, value)
  }
}

/** The function, which computes its value for an object once: for objects that never change. */
export function remembered<Key extends object, Value>(
  compute: (key: Key) => Value,
): (key: Key) => Value {
  const known = new WeakMap<Key, Value>()
  return (key) => {
    const value = known.get(key)
    if (value !== undefined) return value
    const computed = compute(key)
    known.set(key, computed)
    return computed
  }
}

/**
 * The function, which keeps its value for the object that it was asked for last: for what is asked for many
 * times in a row and is small, as that object is kept, too.
 */
export function lastKept<Key extends object, Value>(
  compute: (key: Key) => Value,
): (key: Key) => Value {
  let last: { readonly key: Key; readonly value: Value } | undefined
  return (key) => {
    if (last?.key !== key) last = { key, value: compute(key) }
    return last.value
  }
}
