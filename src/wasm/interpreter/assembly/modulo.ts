// ADDMOD and MULMOD.
import { dividend, divideLimbs, divisor, rest } from './longDivision'
import { add, copyWord, isBelow, isZero, limb, setSmall, setWord, subtract, upperProduct } from './word'

/** `(left + right) % modulus` without losing the 257th bit; 0 for a modulus of 0. */
export function addModulo(to: usize, left: usize, right: usize, modulus: usize): void {
  if (isZero(modulus)) {
    setSmall(to, 0)
    return
  }
  const areBelow = isBelow(left, modulus) && isBelow(right, modulus)
  add(dividend, left, right)
  const hasCarry = isBelow(dividend, left)
  if (areBelow) {
    if (hasCarry || !isBelow(dividend, modulus)) subtract(to, dividend, modulus)
    else copyWord(to, dividend)
    return
  }
  store<u64>(dividend, u64(hasCarry), 32)
  copyWord(divisor, modulus)
  divideLimbs(5)
  copyWord(to, rest)
}

/** `(left * right) % modulus` of the whole product of 512 bits; 0 for a modulus of 0. */
export function multiplyModulo(to: usize, left: usize, right: usize, modulus: usize): void {
  if (isZero(modulus)) {
    setSmall(to, 0)
    return
  }
  multiplyWide(dividend, left, right)
  const distance = -limb(modulus, 0)
  if ((limb(modulus, 1) & limb(modulus, 2) & limb(modulus, 3)) == u64.MAX_VALUE && distance != 0) {
    fold(distance)
    if (isBelow(dividend, modulus)) copyWord(to, dividend)
    else subtract(to, dividend, modulus)
    return
  }
  copyWord(divisor, modulus)
  divideLimbs(8)
  copyWord(to, rest)
}

/**
 * Brings the product in `dividend` below 2^256 for a modulus of 2^256 less a limb, by which 2^256 is as much as
 * that limb: 2^256 - 1, by which contracts make out the upper half of a product, and the field of secp256k1.
 */
function fold(factor: u64): void {
  let carry: u64 = 0
  for (let at = dividend; at < dividend + 32; at += 8) {
    const upper = load<u64>(at, 32)
    const product = upper * factor
    const sum = product + carry
    carry = upperProduct(upper, factor) + u64(sum < product)
    const folded = load<u64>(at) + sum
    carry += u64(folded < sum)
    store<u64>(at, folded)
  }
  // What is over once more, and in rare cases again.
  let lower = carry * factor
  let upper = upperProduct(carry, factor)
  do {
    const limb0 = load<u64>(dividend) + lower
    upper += u64(limb0 < lower)
    const limb1 = load<u64>(dividend, 8) + upper
    const carry1 = u64(limb1 < upper)
    const limb2 = load<u64>(dividend, 16) + carry1
    const carry2 = u64(limb2 < carry1)
    const limb3 = load<u64>(dividend, 24) + carry2
    setWord(dividend, limb0, limb1, limb2, limb3)
    lower = limb3 < carry2 ? factor : 0
    upper = 0
  } while (lower != 0)
}

/** The product of 512 bits, which `to` has room for. */
function multiplyWide(to: usize, left: usize, right: usize): void {
  const digit0 = digit(right, 0)
  const digit1 = digit(right, 1)
  const digit2 = digit(right, 2)
  const digit3 = digit(right, 3)
  const digit4 = digit(right, 4)
  const digit5 = digit(right, 5)
  const digit6 = digit(right, 6)
  const digit7 = digit(right, 7)
  let sum0: u64 = 0
  let sum1: u64 = 0
  let sum2: u64 = 0
  let sum3: u64 = 0
  let sum4: u64 = 0
  let sum5: u64 = 0
  let sum6: u64 = 0
  let sum7: u64 = 0
  for (let at: usize = 0; at < 32; at += 4) {
    const by: u64 = load<u32>(left + at)
    let sum = by * digit0 + sum0
    store<u32>(to + at, u32(sum))
    sum = by * digit1 + sum1 + (sum >> 32)
    sum0 = sum & 0xffffffff
    sum = by * digit2 + sum2 + (sum >> 32)
    sum1 = sum & 0xffffffff
    sum = by * digit3 + sum3 + (sum >> 32)
    sum2 = sum & 0xffffffff
    sum = by * digit4 + sum4 + (sum >> 32)
    sum3 = sum & 0xffffffff
    sum = by * digit5 + sum5 + (sum >> 32)
    sum4 = sum & 0xffffffff
    sum = by * digit6 + sum6 + (sum >> 32)
    sum5 = sum & 0xffffffff
    sum = by * digit7 + sum7 + (sum >> 32)
    sum6 = sum & 0xffffffff
    sum7 = sum >> 32
  }
  store<u64>(to, sum0 | (sum1 << 32), 32)
  store<u64>(to, sum2 | (sum3 << 32), 40)
  store<u64>(to, sum4 | (sum5 << 32), 48)
  store<u64>(to, sum6 | (sum7 << 32), 56)
}

// @ts-ignore: decorator
@inline
function digit(at: usize, index: usize): u64 {
  return load<u32>(at + (index << 2))
}
