// The memory of a frame: what it costs to grow, and how it grows. New memory is zero.
import { gasAt, memoryAt, memorySizeAt } from '../layout'

const pageBytes: u64 = 65536
const maxPages: u64 = 65536

/** Beyond any memory. */
export const UNREACHABLE: u64 = 1 << 32

let maxBytes: u64 = UNREACHABLE

/** Sets the number of bytes of memory above which frames end as without gas. */
export function setMemoryLimit(bytes: f64): void {
  maxBytes = u64(bytes)
}

/** Returns the gas of a number of bytes of memory (yellow paper, C_mem). */
// @ts-ignore: decorator
@inline
function memoryGas(bytes: u64): i64 {
  const words = i64(bytes >> 5)
  return 3 * words + ((words * words) >> 9)
}

// @ts-ignore: decorator
@inline
export function wordsOf(bytes: u64): i64 {
  return i64((min(bytes, UNREACHABLE) + 31) >> 5)
}

/** Where an access ends; 0 for one without length, and far beyond `UNREACHABLE` for one that no memory reaches. */
// @ts-ignore: decorator
@inline
export function endOf(offset: u64, length: u64): u64 {
  if (length == 0) return 0
  return min(offset, UNREACHABLE) + min(length, UNREACHABLE)
}

/**
 * Makes the memory of a frame reach `end`, and gives what is left of `gas`: a negative number when
 * it does not suffice, and the memory is as it was then.
 */
export function expand(frame: usize, end: u64, gas: i64): i64 {
  const size = u64(load<u32>(frame, memorySizeAt))
  if (gas < 0 || end <= size) return gas
  if (end > maxBytes || end >= UNREACHABLE) return -1
  const newSize = (end + 31) & ~31
  gas -= memoryGas(newSize) - memoryGas(size)
  if (gas < 0 || resize(frame, u32(newSize))) return gas
  return -1
}

/**
 * Makes the memory of a frame reach what the host is about to use, and pays for it. Says whether there
 * was gas for it; all of it is gone if not.
 */
export function payMemory(frame: usize, offset: f64, length: f64): bool {
  if (length == 0) return true
  const end = offset + length
  const left = end < f64(UNREACHABLE) ? expand(frame, u64(end), load<i64>(frame, gasAt)) : -1
  store<i64>(frame, max<i64>(left, 0), gasAt)
  return left >= 0
}

/** Makes the memory of a frame as large as it has paid for. Says whether there is so much. */
export function resize(frame: usize, newSize: u32): bool {
  const size = load<u32>(frame, memorySizeAt)
  if (newSize <= size) return true
  const start = load<u32>(frame, memoryAt)
  if (!reach(u64(start) + u64(newSize))) return false
  memory.fill(start + size, 0, newSize - size)
  store<u32>(frame, newSize, memorySizeAt)
  return true
}

/** Makes the linear memory reach `end`. Says whether there is so much. */
export function reserve(end: u32): bool {
  return reach(u64(end))
}

function reach(end: u64): bool {
  const pages = (end + pageBytes - 1) / pageBytes
  const present = u64(memory.size())
  if (pages <= present) return true
  if (pages > maxPages) return false
  // In large steps, since each costs a call into the engine.
  const wanted = min<u64>(max<u64>(pages, present + (present >> 1)), maxPages)
  return memory.grow(i32(wanted - present)) >= 0 || memory.grow(i32(pages - present)) >= 0
}
