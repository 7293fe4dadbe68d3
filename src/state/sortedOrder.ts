/** Keys by their index. */
interface Keys {
  /** The first 32 bits. */
  start(index: number): number
  /** Whole. */
  compare(left: number, right: number): number
}

const digitBits = 16
const digits = 2 ** digitBits
/** Keys that are looked at in a turn. */
const perTurn = 2 ** 17

/** The indexes in the order of their keys, which are spread evenly as hashes are; nothing when two are the same. A bit at a time. */
export function* sortedOrder(length: number, keys: Keys): Generator<void, Uint32Array | undefined> {
  const starts = new Uint32Array(length)
  let order = new Uint32Array(length)
  for (let index = 0; index < length; index++) {
    starts[index] = keys.start(index)
    order[index] = index
    if (index % perTurn === perTurn - 1) yield
  }
  // By radix, the lower half of the 32 bits first.
  for (const shift of [0, digitBits]) order = yield* byDigit(order, starts, shift)
  for (let place = 1; place < length; place++) {
    const index = order[place] as number
    let before = place - 1
    for (; before >= 0; before--) {
      const other = order[before] as number
      if (starts[other] !== starts[index]) break
      const difference = keys.compare(other, index)
      if (difference === 0) return undefined
      if (difference < 0) break
      order[before + 1] = other
    }
    order[before + 1] = index
    if (place % perTurn === 0) yield
  }
  return order
}

function* byDigit(
  order: Uint32Array,
  starts: Uint32Array,
  shift: number,
): Generator<void, Uint32Array<ArrayBuffer>> {
  const digitOf = (index: number) => ((starts[index] as number) >>> shift) & (digits - 1)
  const ends = new Uint32Array(digits + 1)
  for (let place = 0; place < order.length; place++) {
    ;(ends[digitOf(order[place] as number) + 1] as number)++
    if (place % perTurn === perTurn - 1) yield
  }
  for (let digit = 0; digit < digits; digit++) {
    ends[digit + 1] = (ends[digit + 1] as number) + (ends[digit] as number)
  }
  const sorted = new Uint32Array(order.length)
  for (let place = 0; place < order.length; place++) {
    const index = order[place] as number
    const digit = digitOf(index)
    sorted[ends[digit] as number] = index
    ;(ends[digit] as number)++
    if (place % perTurn === perTurn - 1) yield
  }
  return sorted
}
