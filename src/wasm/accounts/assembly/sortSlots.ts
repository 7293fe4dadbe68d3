import { slotBytes } from '../layout'

const spare = memory.data(96, 16)

/** Puts the slots of an account into the order of their keys; false when two are the same. */
export function isSorted(from: usize, count: usize): bool {
  // As they stand in what was written in this order.
  if (isAscending(from, count)) return true
  for (let root = <isize>(count >> 1) - 1; root >= 0; root--) sink(from, root, count)
  for (let last = count - 1; last > 0; last--) {
    swap(from, from + last * slotBytes)
    sink(from, 0, last)
  }
  return isAscending(from, count)
}

function isAscending(from: usize, count: usize): bool {
  for (let index: usize = 1; index < count; index++) {
    const at = from + index * slotBytes
    if (!isBelow(at - slotBytes, at)) return false
  }
  return true
}

/** A step of heapsort. */
function sink(from: usize, place: usize, count: usize): void {
  for (;;) {
    let child: usize = 2 * place + 1
    if (child >= count) return
    const left = from + child * slotBytes
    if (child + 1 < count && isBelow(left, left + slotBytes)) child++
    const parent = from + place * slotBytes
    if (!isBelow(parent, from + child * slotBytes)) return
    swap(parent, from + child * slotBytes)
    place = child
  }
}

function swap(left: usize, right: usize): void {
  memory.copy(spare, left, slotBytes)
  memory.copy(left, right, slotBytes)
  memory.copy(right, spare, slotBytes)
}

/** Whether a key of 32 bytes comes before another. */
function isBelow(left: usize, right: usize): bool {
  for (let at: usize = 0; at < 32; at += 8) {
    const one = bswap<u64>(load<u64>(left + at))
    const other = bswap<u64>(load<u64>(right + at))
    if (one != other) return one < other
  }
  return false
}
