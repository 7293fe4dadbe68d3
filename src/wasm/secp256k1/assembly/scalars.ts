// Words modulo n, the order of the curve, and how a multiple of a point is made of two short ones.

import { add, isBelow, isZero, multiply, subtract, WORD } from './words'

// prettier-ignore
export const order = memory.data<u64>([
  0xbfd25e8cd0364141, 0xbaaedce6af48a03b, 0xfffffffffffffffe, 0xffffffffffffffff,
])
/** 2^256 - n. */
const aboveOrder = memory.data<u64>([0x402da1732fc9bebf, 0x4551231950b75fc4, 1, 0])

// Points (x, y) and (beta x, y) differ by a factor, lambda. Pairs (a, b) with a + b lambda = 0 modulo n are a
// lattice, of which two vectors are short: (a1, b1), and (a2, b2) with b2 = a1; b1 is negative. A pair for
// k is (k, 0) less the vector nearest to it, and below 2^128 either way.
const a1 = memory.data<u64>([0xe86c90e49284eb15, 0x3086d221a7d46bcd, 0, 0])
const minusB1 = memory.data<u64>([0x6f547fa90abfe4c3, 0xe4437ed6010e8828, 0, 0])
const a2 = memory.data<u64>([0x57c1108d9d44cfd8, 0x14ca50f7a8e2f3f6, 1, 0])
/** b2 / n and -b1 / n, times 2^384. */
// prettier-ignore
const share1 = memory.data<u64>([
  0xe893209a45dbb031, 0x3daa8a1471e8ca7f, 0xe86c90e49284eb15, 0x3086d221a7d46bcd,
])
// prettier-ignore
const share2 = memory.data<u64>([
  0x1571b4ae8ac47f71, 0x221208ac9df506c6, 0x6f547fa90abfe4c4, 0xe4437ed6010e8828,
])

const product = memory.data(2 * WORD, 16)
const upper = memory.data(2 * WORD, 16)
const carry = memory.data(WORD, 16)
const zero = memory.data(WORD, 16)
const count1 = memory.data(WORD, 16)
const count2 = memory.data(WORD, 16)

/** Multiplies any two words. */
export function multiplyScalars(to: usize, left: usize, right: usize): void {
  multiply(product, left, right)
  // What is above 2^256 is that many times 2^256 - n: 385 bits, then 259, then little above 256.
  while (!isZero(product + WORD)) {
    multiply(upper, product + WORD, aboveOrder)
    store<u64>(carry, add(product, product, upper))
    add(product + WORD, upper + WORD, carry)
  }
  if (!isBelow(product, order)) subtract(product, product, order)
  memory.copy(to, product, WORD)
}

export function negate(at: usize): void {
  if (!isZero(at)) subtract(at, order, at)
}

/** Writes k1 and k2 with k = k1 + k2 lambda, as they are modulo 2^256. */
export function split(k1: usize, k2: usize, k: usize): void {
  roundedShare(count1, k, share1)
  roundedShare(count2, k, share2)
  memory.copy(k1, k, WORD)
  takeAway(k1, count1, a1)
  takeAway(k1, count2, a2)
  multiply(product, count1, minusB1)
  memory.copy(k2, product, WORD)
  takeAway(k2, count2, a1)
}

function takeAway(at: usize, count: usize, each: usize): void {
  multiply(product, count, each)
  subtract(at, at, product)
}

/** k share / 2^384, to the nearest. */
function roundedShare(to: usize, k: usize, share: usize): void {
  multiply(product, k, share)
  const half = load<u64>(product, 40) >> 63
  const low = load<u64>(product, 48)
  store<u64>(to, low + half)
  store<u64>(to, load<u64>(product, 56) + u64(low + half < low), 8)
}

/** Bytes for the digits of a number below 2^128 in windows: a place for each bit, and for a carry. */
export const PLACES = 130

/**
 * Digits of a word that is short, or minus a short one, at every fourth byte: where one is not zero it is odd,
 * between plus and minus 2^(width - 1), and the next width - 1 are zero.
 */
export function writeDigits(to: usize, word: usize, width: i32): void {
  const isNegative = load<i64>(word, 24) < 0
  if (isNegative) subtract(word, zero, word)
  let place = 0
  let carry: u32 = 0
  while (place < PLACES) {
    const bits = u32(load<u64>(word + (place >> 3)) >> u64(place & 7)) & ((1 << width) - 1)
    let step = 1
    let digit: i32 = 0
    if ((bits & 1) != carry) {
      const sum = bits + carry
      carry = sum >> (width - 1)
      digit = i32(sum) - i32(carry << u32(width))
      step = width
    }
    store<i8>(to + (place << 2), isNegative ? -digit : digit)
    for (let skipped = 1; skipped < step; skipped++) {
      if (place + skipped < PLACES) store<i8>(to + ((place + skipped) << 2), 0)
    }
    place += step
  }
}
