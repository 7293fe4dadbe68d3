const KEY: usize = 32
const maxBits: u32 = 16
/** How many records stand in each bin and those before it; 2^16 bins at most. */
const bins = memory.data(4 * 65537, 16)
/** A record, the longest of which has 116 bytes. */
const carried = memory.data(128, 16)

/** Returns where the bins are reported: for each first byte of a key, the number of records up to its last one. */
export function binEnds(): usize {
  return bins
}

/**
 * Puts records into bins by the first `bits` bits of their keys behind `shared` bytes, one bin after the other from
 * `to` on; within one they stay in their order.
 */
export function scatter(from: usize, count: usize, stride: usize, shared: usize, bits: u32, to: usize): void {
  const shift = 32 - bits
  const last = bins + (4 << bits)
  memory.fill(bins, 0, last + 4 - bins)
  const end = from + count * stride
  for (let record = from; record < end; record += stride) {
    const bin = binOf(record + shared, shift)
    store<u32>(bin, load<u32>(bin, 4) + 1, 4)
  }
  for (let bin = bins; bin < last; bin += 4) store<u32>(bin, load<u32>(bin) + load<u32>(bin, 4), 4)
  for (let record = from; record < end; record += stride) {
    const bin = binOf(record + shared, shift)
    const place = load<u32>(bin)
    store<u32>(bin, place + 1)
    copy(to + place * stride, record, stride)
  }
}

/**
 * Puts records in the order of their keys, with which they begin and which agree in their first `shared` bytes, to
 * `to`; false when two are the same.
 */
export function sort(from: usize, count: usize, stride: usize, shared: usize, to: usize): bool {
  // As they stand in what was written in this order.
  if (isAscending(from, count, stride)) {
    memory.copy(to, from, count * stride)
    return true
  }
  // Keys are hashes: spread over as many bins as there are records, each is nearly at its place.
  scatter(from, count, stride, shared, min<u32>(32 - clz<u32>(<u32>count), maxBits), to)
  const end = to + count * stride
  for (let record = to + stride; record < end; record += stride) {
    let before = record
    while (before > to && isBelow(record, before - stride)) before -= stride
    if (before == record) continue
    copy(carried, record, stride)
    memory.copy(before + stride, before, record - before)
    copy(before, carried, stride)
  }
  return isAscending(to, count, stride)
}

// @ts-ignore: decorator
@inline
function binOf(key: usize, shift: u32): usize {
  return bins + ((bswap<u32>(load<u32>(key)) >> shift) << 2)
}

function copy(to: usize, from: usize, length: usize): void {
  const last = length - 16
  for (let at: usize = 0; at < last; at += 16) v128.store(to + at, v128.load(from + at))
  v128.store(to + last, v128.load(from + last))
}

function isAscending(base: usize, count: usize, stride: usize): bool {
  for (let index: usize = 1; index < count; index++) {
    const at = base + index * stride
    if (!isBelow(at - stride, at)) return false
  }
  return true
}

/** Whether a key comes before another. */
function isBelow(left: usize, right: usize): bool {
  for (let at: usize = 0; at < KEY; at += 8) {
    const one = bswap<u64>(load<u64>(left + at))
    const other = bswap<u64>(load<u64>(right + at))
    if (one != other) return one < other
  }
  return false
}
