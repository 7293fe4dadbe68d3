/** FNV-1a: 32 bits of a text. */
function hash(text: string): number {
  let bits = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    bits = Math.imul(bits ^ text.charCodeAt(index), 0x01000193)
  }
  return bits >>> 0
}

/** 2^32 divided by the golden ratio: steps of it visit every state once. */
const step = 0x9e3779b9

/** Scatters the bits of a counter (the finalizer of MurmurHash3). */
function scatter(counter: number): number {
  let bits = counter
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}

/** Numbers that look random and are the same for the same seed. Not for secrets. */
export class Random {
  #state: number

  /** `seed`: a text, or the `state` of another one, which this one goes on from. */
  constructor(seed: string | number) {
    this.#state = typeof seed === 'string' ? scatter(hash(seed)) : seed >>> 0
  }

  /** All there is to save: 32 bits. */
  get state(): number {
    return this.#state
  }

  /** Returns a number from 0 up to and excluding 1. */
  next(): number {
    return this.bits() / 2 ** 32
  }

  /** 32 bits as a number. */
  bits(): number {
    this.#state = (this.#state + step) >>> 0
    return scatter(this.#state)
  }

  /** A whole number from 0 to `most`. */
  upTo(most: number): number {
    return Math.floor(this.next() * (most + 1))
  }

  /** The same items in another order. */
  shuffle<Item>(items: readonly Item[]): readonly Item[] {
    const shuffled = [...items]
    for (let last = shuffled.length - 1; last > 0; last--) {
      const other = this.upTo(last)
      const item = shuffled[last] as Item
      shuffled[last] = shuffled[other] as Item
      shuffled[other] = item
    }
    return shuffled
  }
}
