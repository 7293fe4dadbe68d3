// Numbers modulo p as products.ts has them: sums, powers, and the ways in and out. Out in the world they are
// words: 256 bits as four limbs of 64, below p, the lowest first.

import { invertModuloP } from './inverse'
import { multiply, square, squareMinus } from './products'
import { isZero as isZeroWord, setWord } from './words'

/** Bytes of a number. */
export const FIELD = 36

const mask: i32 = (1 << 29) - 1

const one = memory.data<i32>([1, 0, 0, 0, 0, 0, 0, 0, 0])
// prettier-ignore
const prime = memory.data<i32>([
  0x1ffffc2f, 0x1ffffff7, 0x1fffffff, 0x1fffffff, 0x1fffffff, 0x1fffffff, 0x1fffffff, 0x1fffffff, 0xffffff,
])
const scratch = memory.data(FIELD, 16)
const word = memory.data(32, 16)
/** Powers of the number whose root is taken. */
const powers = memory.data(6 * FIELD, 16)

// @ts-ignore: decorator
@inline
function limb(at: usize, index: usize): i32 {
  return load<i32>(at + (index << 2))
}

export function copy(to: usize, from: usize): void {
  memory.copy(to, from, FIELD)
}

export function setOne(to: usize): void {
  copy(to, one)
}

/** The sizes add up. */
export function add(to: usize, left: usize, right: usize): void {
  v128.store(to, i32x4.add(v128.load(left), v128.load(right)))
  v128.store(to, i32x4.add(v128.load(left, 16), v128.load(right, 16)), 16)
  store<i32>(to, load<i32>(left, 32) + load<i32>(right, 32), 32)
}

/** The sizes add up. */
export function subtract(to: usize, left: usize, right: usize): void {
  v128.store(to, i32x4.sub(v128.load(left), v128.load(right)))
  v128.store(to, i32x4.sub(v128.load(left, 16), v128.load(right, 16)), 16)
  store<i32>(to, load<i32>(left, 32) - load<i32>(right, 32), 32)
}

/** A small multiple, of that many times the size. */
// @ts-ignore: decorator
@inline
export function times(to: usize, factor: i32, from: usize): void {
  v128.store(to, i32x4.mul(v128.load(from), i32x4.splat(factor)))
  v128.store(to, i32x4.mul(v128.load(from, 16), i32x4.splat(factor)), 16)
  store<i32>(to, load<i32>(from, 32) * factor, 32)
}

/** Converts a word into a field element of size 2. */
export function fromWord(to: usize, word: usize): void {
  const word0 = load<u64>(word)
  const word1 = load<u64>(word, 8)
  const word2 = load<u64>(word, 16)
  const word3 = load<u64>(word, 24)
  store<i32>(to, i32(word0) & mask, 0)
  store<i32>(to, i32((word0 >> 29)) & mask, 4)
  store<i32>(to, i32(((word0 >> 58) | (word1 << 6))) & mask, 8)
  store<i32>(to, i32((word1 >> 23)) & mask, 12)
  store<i32>(to, i32(((word1 >> 52) | (word2 << 12))) & mask, 16)
  store<i32>(to, i32((word2 >> 17)) & mask, 20)
  store<i32>(to, i32(((word2 >> 46) | (word3 << 18))) & mask, 24)
  store<i32>(to, i32((word3 >> 11)) & mask, 28)
  store<i32>(to, i32(word3 >> 40), 32)
}

/** The one word below p that it is, of a number of size up to 14. */
export function toWord(to: usize, from: usize): void {
  const at = scratch
  // Between minus half of 2^256 and half of it, so the word is that or p more.
  multiply(at, from, one)
  carryOn(at)
  if (limb(at, 8) < 0) {
    add(at, at, prime)
    carryOn(at)
  }
  const limb2 = wide(at, 2)
  const limb4 = wide(at, 4)
  const limb6 = wide(at, 6)
  setWord(
    to,
    wide(at, 0) | (wide(at, 1) << 29) | (limb2 << 58),
    (limb2 >> 6) | (wide(at, 3) << 23) | (limb4 << 52),
    (limb4 >> 12) | (wide(at, 5) << 17) | (limb6 << 46),
    (limb6 >> 18) | (wide(at, 7) << 11) | (wide(at, 8) << 40),
  )
}

// @ts-ignore: decorator
@inline
function wide(at: usize, index: usize): u64 {
  return load<u32>(at + (index << 2))
}

/** Makes all limbs but the top one positive and of 29 bits. */
function carryOn(at: usize): void {
  let carry: i32 = 0
  for (let index: usize = 0; index < 8; index++) {
    carry += limb(at, index)
    store<i32>(at + (index << 2), carry & mask)
    carry >>= 29
  }
  store<i32>(at, carry + limb(at, 8), 32)
}

/** Whether the number, of size up to 4, is zero modulo p. */
// @ts-ignore: decorator
@inline
export function isZero(at: usize): bool {
  // Multiples of p that small end in 29 bits of -977 times what they are of it: few others do.
  const low = (load<i32>(at) << 3) >> 3
  return low < 4_000 && low > -4_000 && isSurelyZero(at)
}

function isSurelyZero(at: usize): bool {
  toWord(word, at)
  return isZeroWord(word)
}

/** `at` may be `from`. */
function squareTimes(to: usize, from: usize, times: u32): void {
  square(to, from)
  for (; times > 1; times--) square(to, to)
}

/** Makes a power of 2^(more + count) - 1 out of one of 2^count - 1 and one of 2^more - 1. */
function lengthen(to: usize, from: usize, more: u32, by: usize): void {
  squareTimes(to, from, more)
  multiply(to, to, by)
}

/** One of the two roots, if the number is a square; `to` is not `from`. */
export function squareRoot(to: usize, from: usize): bool {
  // The power of (p + 1) / 4, in bits: 223 ones, a zero, 22 ones, 4 zeros, two ones, two zeros.
  const ones2 = powers
  const ones3 = powers + FIELD
  const ones11 = powers + 2 * FIELD
  const ones22 = powers + 3 * FIELD
  const ones44 = powers + 4 * FIELD
  const ones88 = powers + 5 * FIELD
  lengthen(ones2, from, 1, from)
  lengthen(ones3, ones2, 1, from)
  lengthen(to, ones3, 3, ones3)
  lengthen(to, to, 3, ones3)
  lengthen(ones11, to, 2, ones2)
  lengthen(ones22, ones11, 11, ones11)
  lengthen(ones44, ones22, 22, ones22)
  lengthen(ones88, ones44, 44, ones44)
  lengthen(to, ones88, 88, ones88)
  lengthen(to, to, 44, ones44)
  lengthen(to, to, 3, ones3)
  lengthen(to, to, 23, ones22)
  lengthen(to, to, 6, ones2)
  squareTimes(to, to, 2)
  squareMinus(powers, to, from)
  return isZero(powers)
}

/** One divided by the number. */
export function invert(to: usize, from: usize): void {
  toWord(word, from)
  invertModuloP(word, word)
  fromWord(to, word)
}
