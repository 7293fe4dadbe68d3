// Reciprocals to divide by: WebAssembly has no division of 128 bits, and that of 64 takes long on many processors.
// Algorithms 3 and 6 of Niels Möller and Torbjörn Granlund, "Improved division by invariant integers", 2011.
import { upperProduct } from './word'

/**
 * 2^192 - 1 divided by the 128 bits of two limbs, less 2^64. The highest bit of `high` must be set. With 0 as
 * `low` it is 2^128 - 1 divided by `high`, less 2^64.
 */
export function reciprocalOf(high: u64, low: u64): u64 {
  let reciprocal = reciprocalOfLimb(high)
  let rest = high * reciprocal + low
  if (rest < low) {
    reciprocal--
    if (rest >= high) {
      reciprocal--
      rest -= high
    }
    rest -= high
  }
  const upper = upperProduct(reciprocal, low)
  const lower = reciprocal * low
  rest += upper
  if (rest < upper) {
    reciprocal--
    if (rest > high || (rest == high && lower >= low)) reciprocal--
  }
  return reciprocal
}

const two52: f64 = 4503599627370496.0
const two96: f64 = 79228162514264337593543950336.0

/** 2^128 - 1 divided by the limb, less 2^64. */
function reciprocalOfLimb(limb: u64): u64 {
  const low = limb & 1
  const half = limb >> 1
  // 2^97 divided by the limb, rounded down in effect; adding 2^52 makes it the lowest bits of the float.
  const guess = reinterpret<u64>(two96 / f64(i64(half)) - 0.51 + two52) & 0x7ffffffff
  // Newton's iteration makes 64 bits of these 34, of which the last may be missing.
  const error = (guess >> 1) * low - guess * (half + low)
  const close = (guess << 31) + (upperProduct(guess, error) >> 1)
  const lower = close * limb + limb
  return close - limb - upperProduct(close, limb) - u64(lower < limb)
}
