// Division of numbers of several limbs, by the reciprocal of the divisor's highest ones: Algorithms 4 and 5 of
// Möller and Granlund (see reciprocal.ts), with Knuth's algorithm D for the limbs below.
import { reciprocalOf } from './reciprocal'
import { shiftDown } from './shifts'
import { countLeadingZeros, limb, setSmall, setWord, upperProduct } from './word'

// Below both stand three limbs of zeros: reading from there shifts by whole limbs.
const room = memory.data(88, 16)
const otherRoom = memory.data(56, 16)
/** What is divided, of up to eight limbs. */
export const dividend = room + 24
/** What it is divided by, a word. */
export const divisor = otherRoom + 24
/** The quotient, of up to eight limbs. */
export const quotient = memory.data(64, 16)
/** A word. */
export const rest = memory.data(32, 16)

// The last divisors, shifted, and their reciprocals: loops divide by the same again and again.
let knownLimb: u64 = 0
let reciprocalOfKnownLimb: u64 = 0
let knownHigh: u64 = 0
let knownLow: u64 = 0
let reciprocalOfKnown: u64 = 0

/** A limb of a number shifted left by less than 64 bits. */
// @ts-ignore: decorator
@inline
function shiftedLimb(at: usize, index: usize, bits: u64): u64 {
  return (limb(at, index) << bits) | carriedLimb(at, index, bits)
}

/** What the limb below gives to one when the number is shifted. */
// @ts-ignore: decorator
@inline
function carriedLimb(at: usize, index: usize, bits: u64): u64 {
  return (limb(at, index - 1) >> 1) >> (63 - bits)
}

/** Divides `count` limbs of `dividend`, at least four, by `divisor`, which is not zero, into `quotient` and `rest`. */
export function divideLimbs(count: usize): void {
  const zeros = countLeadingZeros(divisor)
  const least: usize = 4 - usize(zeros >> 6)
  while (count > least && limb(dividend, count - 1) == 0) count--
  setSmall(quotient, 0)
  if (zeros < 192) divideByWord(count, zeros)
  else divideByLimb(count, zeros & 63)
}

/** Divides by the lowest limb, which has `bits` leading zeros. */
function divideByLimb(count: usize, bits: u64): void {
  const by = limb(divisor, 0) << bits
  if (by != knownLimb) {
    knownLimb = by
    reciprocalOfKnownLimb = reciprocalOf(by, 0)
  }
  const reciprocal = reciprocalOfKnownLimb
  let over = carriedLimb(dividend, count, bits)
  for (let at = count; at > 0; ) {
    at--
    const next = shiftedLimb(dividend, at, bits)
    const product = over * reciprocal
    const lower = product + next
    let guess = upperProduct(over, reciprocal) + over + u64(lower < product) + 1
    over = next - guess * by
    // Without branches, since half of the guesses are too large.
    const isTooLarge = -u64(over > lower)
    guess += isTooLarge
    over += by & isTooLarge
    if (over >= by) {
      over -= by
      guess++
    }
    store<u64>(quotient + (at << 3), guess)
  }
  setSmall(rest, over >> bits)
}

/** Divides by a divisor of more than one limb, which has `zeros` leading zeros. */
function divideByWord(count: usize, zeros: u64): void {
  const limbs = usize(zeros >> 6)
  const bits = zeros & 63
  const shifted = divisor - (limbs << 3)
  const by0 = shiftedLimb(shifted, 0, bits)
  const by1 = shiftedLimb(shifted, 1, bits)
  const by2 = shiftedLimb(shifted, 2, bits)
  const by3 = shiftedLimb(shifted, 3, bits)
  if (by3 != knownHigh || by2 != knownLow) {
    knownHigh = by3
    knownLow = by2
    reciprocalOfKnown = reciprocalOf(by3, by2)
  }
  const reciprocal = reciprocalOfKnown
  const from = dividend - (limbs << 3)
  let at = count + limbs
  // What is left of the dividend's upper limbs; always less than the divisor.
  let over3 = carriedLimb(from, at, bits)
  let over2 = shiftedLimb(from, at - 1, bits)
  let over1 = shiftedLimb(from, at - 2, bits)
  let over0 = shiftedLimb(from, at - 3, bits)
  for (at -= 3; at > 0; ) {
    at--
    const next = shiftedLimb(from, at, bits)
    if (over3 == 0 && over2 < by3) {
      over3 = over2
      over2 = over1
      over1 = over0
      over0 = next
      store<u64>(quotient + (at << 3), 0)
      continue
    }
    let guess: u64 = 0
    let isTooMuch = true
    if (over3 == by3 && over2 == by2) {
      // 2^64 times is once too much.
      over3 = u64.MAX_VALUE
      over2 = over1 - by1 - u64(over0 < by0)
      over1 = over0 - by0
      over0 = next
    } else {
      // The upper two limbs.
      const product = over3 * reciprocal
      const lower = product + over2
      guess = upperProduct(over3, reciprocal) + over3 + u64(lower < product)
      const taken = guess * by2
      over3 = over2 - guess * by3 - upperProduct(guess, by2) - u64(over1 < taken)
      over2 = over1 - taken
      // Once more, which is 2^64 times at most.
      over3 -= by3 + u64(over2 < by2)
      over2 -= by2
      guess++
      // Without branches, since half of the guesses are too large.
      const isTooLarge = -u64(over3 >= lower)
      const given = by2 & isTooLarge
      guess += isTooLarge
      over2 += given
      over3 += (by3 & isTooLarge) + u64(over2 < given)
      if (over3 > by3 || (over3 == by3 && over2 >= by2)) {
        guess++
        over3 -= by3 + u64(over2 < by2)
        over2 -= by2
      }
      // The lower two.
      const taken0 = guess * by0
      const upper0 = upperProduct(guess, by0)
      const taken1 = guess * by1 + upper0
      const taken2 = upperProduct(guess, by1) + u64(taken1 < upper0)
      const borrow0 = u64(next < taken0)
      const difference1 = over0 - taken1
      const borrow1 = u64(over0 < taken1) | u64(difference1 < borrow0)
      const difference2 = over2 - taken2
      const borrow2 = u64(over2 < taken2) | u64(difference2 < borrow1)
      over0 = next - taken0
      over1 = difference1 - borrow0
      over2 = difference2 - borrow1
      isTooMuch = over3 < borrow2
      over3 -= borrow2
    }
    if (isTooMuch) {
      guess--
      over0 += by0
      const carry0 = u64(over0 < by0)
      over1 += by1
      let carry1 = u64(over1 < by1)
      over1 += carry0
      carry1 |= u64(over1 < carry0)
      over2 += by2
      let carry2 = u64(over2 < by2)
      over2 += carry1
      carry2 |= u64(over2 < carry1)
      over3 += by3 + carry2
    }
    store<u64>(quotient + (at << 3), guess)
  }
  setWord(rest, over0, over1, over2, over3)
  shiftDown(rest, zeros)
}
