// Hex digits, sixteen at a time. Up to 16 bytes before and after a text are read too, which have to be there.

/** Zeros, then ones: from how far to load what keeps the last bytes of a vector. */
const keptFrom = memory.data<u8>([
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
  255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
])

/** Where the hex digits end that begin at a place; at the end of the text or after it when all are digits. */
export function endOfDigits(at: usize, end: usize): usize {
  for (; at < end; at += 16) {
    const others = ~i8x16.bitmask(areDigits(v128.load(at))) & 0xffff
    if (others != 0) return at + ctz(others)
  }
  return at
}

/**
 * Writes hex digits, eight bytes at a time, so that the last byte is before `to`; with leading zeros down to `from`,
 * and up to seven bytes before it.
 */
export function writeDigits(digits: usize, count: usize, from: usize, to: usize): void {
  let end = digits + count
  for (; count >= 16; count -= 16) {
    end -= 16
    to -= 8
    v128.store64_lane(to, bytesOf(v128.load(end)), 0)
  }
  if (to <= from) return
  to -= 8
  const kept = v128.load(keptFrom + count)
  v128.store64_lane(to, bytesOf(v128.and(v128.load(end - 16), kept)), 0)
  while (to > from) {
    to -= 8
    store<u64>(to, 0)
  }
}

/** Reads sixteen characters. */
// @ts-ignore: decorator
@inline
function areDigits(characters: v128): v128 {
  const isDecimal = i8x16.lt_u(i8x16.sub(characters, i8x16.splat(0x30)), i8x16.splat(10))
  const small = v128.or(characters, i8x16.splat(0x20))
  return v128.or(isDecimal, i8x16.lt_u(i8x16.sub(small, i8x16.splat(0x61)), i8x16.splat(6)))
}

/** The eight bytes that sixteen digits are, in the lower half; a zero counts as the digit 0. */
// @ts-ignore: decorator
@inline
function bytesOf(digits: v128): v128 {
  const low = v128.and(digits, i8x16.splat(15))
  const isLetter = v128.and(i16x8.shr_u(digits, 6), i8x16.splat(1))
  const nibbles = i8x16.add(low, i8x16.add(isLetter, i16x8.shl(isLetter, 3)))
  // The first digit of a byte stands lower.
  const pairs = v128.or(i16x8.shl(nibbles, 4), i16x8.shr_u(nibbles, 8))
  const bytes = v128.and(pairs, i16x8.splat(0xff))
  return i8x16.narrow_i16x8_u(bytes, bytes)
}
