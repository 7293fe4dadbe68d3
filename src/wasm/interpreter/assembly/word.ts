// Arithmetic on words of 256 bits in linear memory: four limbs of 64 bits, the lowest first.
// `at` is where a word stands; results go where the caller says, which may be where an operand is.

/** Bytes of a word. */
export const WORD: usize = 32

// @ts-ignore: decorator
@inline
export function limb(at: usize, index: usize): u64 {
  return load<u64>(at + (index << 3))
}

// @ts-ignore: decorator
@inline
export function setWord(at: usize, limb0: u64, limb1: u64, limb2: u64, limb3: u64): void {
  store<u64>(at, limb0)
  store<u64>(at, limb1, 8)
  store<u64>(at, limb2, 16)
  store<u64>(at, limb3, 24)
}

// @ts-ignore: decorator
@inline
export function setSmall(at: usize, value: u64): void {
  setWord(at, value, 0, 0, 0)
}

// @ts-ignore: decorator
@inline
export function copyWord(to: usize, from: usize): void {
  v128.store(to, v128.load(from))
  v128.store(to, v128.load(from, 16), 16)
}

// @ts-ignore: decorator
@inline
export function isZero(at: usize): bool {
  return (load<u64>(at) | load<u64>(at, 8) | load<u64>(at, 16) | load<u64>(at, 24)) == 0
}

/** Whether the word is below 2^64. */
// @ts-ignore: decorator
@inline
export function isSmall(at: usize): bool {
  return (load<u64>(at, 8) | load<u64>(at, 16) | load<u64>(at, 24)) == 0
}

/** The word, or 2^64 - 1 for all that is larger. */
// @ts-ignore: decorator
@inline
export function clamped(at: usize): u64 {
  return isSmall(at) ? load<u64>(at) : u64.MAX_VALUE
}

// @ts-ignore: decorator
@inline
export function isNegative(at: usize): bool {
  return load<i64>(at, 24) < 0
}

/** Copies 32 bytes between big-endian memory and a word. */
// @ts-ignore: decorator
@inline
export function swapBytes(to: usize, from: usize): void {
  const head = v128.load(from)
  const tail = v128.load(from, 16)
  v128.store(to, reversed(tail))
  v128.store(to, reversed(head), 16)
}

// @ts-ignore: decorator
@inline
function reversed(bytes: v128): v128 {
  return v128.shuffle<u8>(bytes, bytes, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0)
}

// @ts-ignore: decorator
@inline
export function add(to: usize, left: usize, right: usize): void {
  const left0 = load<u64>(left)
  const left1 = load<u64>(left, 8)
  const left2 = load<u64>(left, 16)
  const sum0 = left0 + load<u64>(right)
  let sum1 = left1 + load<u64>(right, 8)
  let sum2 = left2 + load<u64>(right, 16)
  const sum3 = load<u64>(left, 24) + load<u64>(right, 24)
  const carry0 = u64(sum0 < left0)
  let carry1 = u64(sum1 < left1)
  sum1 += carry0
  carry1 |= u64(sum1 < carry0)
  let carry2 = u64(sum2 < left2)
  sum2 += carry1
  carry2 |= u64(sum2 < carry1)
  setWord(to, sum0, sum1, sum2, sum3 + carry2)
}

// @ts-ignore: decorator
@inline
export function subtract(to: usize, left: usize, right: usize): void {
  const left0 = load<u64>(left)
  const left1 = load<u64>(left, 8)
  const left2 = load<u64>(left, 16)
  const right0 = load<u64>(right)
  const right1 = load<u64>(right, 8)
  const right2 = load<u64>(right, 16)
  const borrow0 = u64(left0 < right0)
  const difference1 = left1 - right1
  const borrow1 = u64(left1 < right1) | u64(difference1 < borrow0)
  const difference2 = left2 - right2
  const borrow2 = u64(left2 < right2) | u64(difference2 < borrow1)
  setWord(
    to,
    left0 - right0,
    difference1 - borrow0,
    difference2 - borrow1,
    load<u64>(left, 24) - load<u64>(right, 24) - borrow2,
  )
}

// @ts-ignore: decorator
@inline
export function isBelow(left: usize, right: usize): bool {
  const left0 = load<u64>(left)
  const left1 = load<u64>(left, 8)
  const left2 = load<u64>(left, 16)
  const left3 = load<u64>(left, 24)
  const right0 = load<u64>(right)
  const right1 = load<u64>(right, 8)
  const right2 = load<u64>(right, 16)
  const right3 = load<u64>(right, 24)
  if (left3 != right3) return left3 < right3
  if (left2 != right2) return left2 < right2
  if (left1 != right1) return left1 < right1
  return left0 < right0
}

// @ts-ignore: decorator
@inline
export function isBelowSigned(left: usize, right: usize): bool {
  const left3 = load<i64>(left, 24)
  const right3 = load<i64>(right, 24)
  if (left3 != right3) return left3 < right3
  return isBelow(left, right)
}

// @ts-ignore: decorator
@inline
export function isEqual(left: usize, right: usize): bool {
  return !v128.any_true(
    v128.or(
      v128.xor(v128.load(left), v128.load(right)),
      v128.xor(v128.load(left, 16), v128.load(right, 16)),
    ),
  )
}

/** Two's complement. */
export function negate(to: usize, from: usize): void {
  const limb0 = load<u64>(from)
  const limb1 = load<u64>(from, 8)
  const limb2 = load<u64>(from, 16)
  const below1 = u64(limb0 == 0)
  const below2 = below1 & u64(limb1 == 0)
  const below3 = below2 & u64(limb2 == 0)
  setWord(to, ~limb0 + 1, ~limb1 + below1, ~limb2 + below2, ~load<u64>(from, 24) + below3)
}

/** The upper half of a product of limbs. */
// @ts-ignore: decorator
@inline
export function upperProduct(left: u64, right: u64): u64 {
  const leftLow = left & 0xffffffff
  const leftHigh = left >> 32
  const rightLow = right & 0xffffffff
  const rightHigh = right >> 32
  const middle = leftHigh * rightLow + ((leftLow * rightLow) >> 32)
  const other = leftLow * rightHigh + (middle & 0xffffffff)
  return leftHigh * rightHigh + (middle >> 32) + (other >> 32)
}

export function multiply(to: usize, left: usize, right: usize): void {
  const left0 = load<u64>(left)
  const right0 = load<u64>(right)
  if (isSmall(left) && isSmall(right)) {
    setWord(to, left0 * right0, upperProduct(left0, right0), 0, 0)
    return
  }
  const left1 = load<u64>(left, 8)
  const left2 = load<u64>(left, 16)
  const left3 = load<u64>(left, 24)
  const right1 = load<u64>(right, 8)
  const right2 = load<u64>(right, 16)
  const right3 = load<u64>(right, 24)
  const product0 = left0 * right0
  // What is due to limb 1, and what it carries into limb 2.
  let product1 = upperProduct(left0, right0)
  let term = left0 * right1
  product1 += term
  let product2 = u64(product1 < term)
  term = left1 * right0
  product1 += term
  product2 += u64(product1 < term)
  // To limb 2: three products and two upper halves; what they carry goes to limb 3.
  let product3 = left0 * right3 + left1 * right2 + left2 * right1 + left3 * right0
  term = upperProduct(left0, right1)
  product2 += term
  product3 += u64(product2 < term)
  term = upperProduct(left1, right0)
  product2 += term
  product3 += u64(product2 < term)
  term = left0 * right2
  product2 += term
  product3 += u64(product2 < term)
  term = left1 * right1
  product2 += term
  product3 += u64(product2 < term)
  term = left2 * right0
  product2 += term
  product3 += u64(product2 < term)
  product3 += upperProduct(left0, right2) + upperProduct(left1, right1) + upperProduct(left2, right0)
  setWord(to, product0, product1, product2, product3)
}

export function countLeadingZeros(from: usize): u64 {
  const limb3 = load<u64>(from, 24)
  if (limb3 != 0) return clz(limb3)
  const limb2 = load<u64>(from, 16)
  if (limb2 != 0) return 64 + clz(limb2)
  const limb1 = load<u64>(from, 8)
  return limb1 != 0 ? 128 + clz(limb1) : 192 + clz(load<u64>(from))
}

/** Bytes that the word has without zeros in front. */
export function byteLength(from: usize): u64 {
  return (256 - countLeadingZeros(from) + 7) >> 3
}

const base = memory.data(32, 16)
const power = memory.data(32, 16)

/** `left` to the power of `right`, modulo 2^256. */
export function exponentiate(to: usize, left: usize, right: usize): void {
  copyWord(base, left)
  setSmall(power, 1)
  const bits = 256 - countLeadingZeros(right)
  for (let bit: u64 = 0; bit < bits; bit++) {
    if ((limb(right, usize(bit >> 6)) >> (bit & 63)) & 1) multiply(power, power, base)
    if (bit + 1 < bits) multiply(base, base, base)
  }
  copyWord(to, power)
}

// @ts-ignore: decorator
@inline
export function swapWords(one: usize, other: usize): void {
  const head = v128.load(one)
  const tail = v128.load(one, 16)
  copyWord(one, other)
  v128.store(other, head)
  v128.store(other, tail, 16)
}
