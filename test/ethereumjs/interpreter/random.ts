/** Numbers that follow from a seed. */
export interface Random {
  /** A whole number from 0 to below `end`. */
  below(end: number): number
  /** Whether something of this probability happens. */
  chance(probability: number): boolean
  pick<Item>(items: readonly Item[]): Item
  bytes(count: number): Uint8Array
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0
  // mulberry32
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    below: (end) => Math.floor(next() * end),
    chance: (probability) => next() < probability,
    pick: (items) => items[Math.floor(next() * items.length)] as (typeof items)[number],
    bytes: (count) => Uint8Array.from({ length: count }, () => Math.floor(next() * 256)),
  }
}
