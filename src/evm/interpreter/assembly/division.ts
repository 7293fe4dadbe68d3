// Division of words, by Knuth's algorithm D on digits of 32 bits: WebAssembly has no division of 128 bits.
import { add, copyWord, isBelow, isNegative, isSmall, isZero, negate, setSmall, setWord } from './word'

/** Digits of 32 bits, the lowest first: what is divided (with one more for its shift), and by what. */
const dividend = memory.data(17 * 4, 16)
const divisor = memory.data(8 * 4, 16)
const quotient = memory.data(16 * 4, 16)

const scratch = memory.data(32, 16)
const otherScratch = memory.data(32, 16)

// @ts-ignore: decorator
@inline
function digit(at: usize, index: i32): u64 {
  return load<u32>(at + (usize(index) << 2))
}

// @ts-ignore: decorator
@inline
function setDigit(at: usize, index: i32, value: u64): void {
  store<u32>(at + (usize(index) << 2), u32(value))
}

/** How many digits the number has, of at most so many. */
function digitCount(at: usize, most: i32): i32 {
  let count = most
  while (count > 0 && digit(at, count - 1) == 0) count--
  return count
}

/**
 * Divides the number of `count` digits in `dividend` by the one in `divisor`, which is not zero.
 * Leaves the quotient in `quotient` (16 digits) and the remainder in `dividend`.
 */
function divideDigits(count: i32): void {
  memory.fill(quotient, 0, 64)
  const length = digitCount(dividend, count)
  const divisorLength = digitCount(divisor, 8)
  if (length < divisorLength) return
  if (divisorLength == 1) {
    divideByDigit(length)
    return
  }
  // The divisor's highest bit must be set, so that a quotient's digit is guessed well.
  const shift = u64(clz<u32>(load<u32>(divisor + (usize(divisorLength - 1) << 2))))
  shiftDigitsLeft(divisor, divisorLength, shift)
  setDigit(dividend, length, 0)
  shiftDigitsLeft(dividend, length + 1, shift)
  const highest = digit(divisor, divisorLength - 1)
  const second = digit(divisor, divisorLength - 2)
  for (let at = length - divisorLength; at >= 0; at--) {
    const head = (digit(dividend, at + divisorLength) << 32) | digit(dividend, at + divisorLength - 1)
    let guess = head / highest
    let rest = head - guess * highest
    while (
      guess > 0xffffffff ||
      guess * second > ((rest << 32) | digit(dividend, at + divisorLength - 2))
    ) {
      guess--
      rest += highest
      if (rest > 0xffffffff) break
    }
    if (takeAway(at, divisorLength, guess)) {
      guess--
      giveBack(at, divisorLength)
    }
    setDigit(quotient, at, guess)
  }
  shiftDigitsRight(dividend, length + 1, shift)
}

function divideByDigit(length: i32): void {
  const by = digit(divisor, 0)
  let rest: u64 = 0
  for (let at = length - 1; at >= 0; at--) {
    const head = (rest << 32) | digit(dividend, at)
    const part = head / by
    setDigit(quotient, at, part)
    setDigit(dividend, at, 0)
    rest = head - part * by
  }
  setDigit(dividend, 0, rest)
}

/** Takes `times` the divisor from the dividend's digits at `at`; says whether that was too much. */
function takeAway(at: i32, divisorLength: i32, times: u64): bool {
  let carry: u64 = 0
  let borrow: u64 = 0
  for (let index = 0; index < divisorLength; index++) {
    const product = times * digit(divisor, index) + carry
    carry = product >> 32
    const difference = digit(dividend, at + index) - (product & 0xffffffff) - borrow
    setDigit(dividend, at + index, difference)
    borrow = difference >> 63
  }
  const difference = digit(dividend, at + divisorLength) - carry - borrow
  setDigit(dividend, at + divisorLength, difference)
  return difference >> 63 != 0
}

function giveBack(at: i32, divisorLength: i32): void {
  let carry: u64 = 0
  for (let index = 0; index < divisorLength; index++) {
    const sum = digit(dividend, at + index) + digit(divisor, index) + carry
    setDigit(dividend, at + index, sum)
    carry = sum >> 32
  }
  setDigit(dividend, at + divisorLength, digit(dividend, at + divisorLength) + carry)
}

function shiftDigitsLeft(at: usize, count: i32, bits: u64): void {
  let carry: u64 = 0
  for (let index = 0; index < count; index++) {
    const shifted = (digit(at, index) << bits) | carry
    setDigit(at, index, shifted)
    carry = shifted >> 32
  }
}

function shiftDigitsRight(at: usize, count: i32, bits: u64): void {
  let carry: u64 = 0
  for (let index = count - 1; index >= 0; index--) {
    const both = (carry << 32) | digit(at, index)
    setDigit(at, index, both >> bits)
    carry = both & 0xffffffff
  }
}

/** Quotient, 0 for a division by 0. */
export function divide(to: usize, left: usize, right: usize): void {
  if (isSmall(left) && isSmall(right)) {
    const by = load<u64>(right)
    setSmall(to, by == 0 ? 0 : load<u64>(left) / by)
    return
  }
  if (isBelow(left, right) || isZero(right)) {
    setSmall(to, 0)
    return
  }
  copyWord(dividend, left)
  copyWord(divisor, right)
  divideDigits(8)
  copyWord(to, quotient)
}

/** Remainder, 0 for a division by 0. */
export function remainder(to: usize, left: usize, right: usize): void {
  if (isSmall(left) && isSmall(right)) {
    const by = load<u64>(right)
    setSmall(to, by == 0 ? 0 : load<u64>(left) % by)
    return
  }
  if (isZero(right)) {
    setSmall(to, 0)
    return
  }
  if (isBelow(left, right)) {
    copyWord(to, left)
    return
  }
  copyWord(dividend, left)
  copyWord(divisor, right)
  divideDigits(8)
  copyWord(to, dividend)
}

/** Quotient of signed words, rounded towards zero. */
export function divideSigned(to: usize, left: usize, right: usize): void {
  const isQuotientNegative = isNegative(left) != isNegative(right)
  absolute(scratch, left)
  absolute(otherScratch, right)
  divide(to, scratch, otherScratch)
  if (isQuotientNegative) negate(to, to)
}

/** Remainder of signed words; it has the sign of what is divided. */
export function remainderSigned(to: usize, left: usize, right: usize): void {
  const isRemainderNegative = isNegative(left)
  absolute(scratch, left)
  absolute(otherScratch, right)
  remainder(to, scratch, otherScratch)
  if (isRemainderNegative) negate(to, to)
}

function absolute(to: usize, from: usize): void {
  if (isNegative(from)) negate(to, from)
  else copyWord(to, from)
}

/** `(left + right) % modulus` without losing the 257th bit; 0 for a modulus of 0. */
export function addModulo(to: usize, left: usize, right: usize, modulus: usize): void {
  if (isZero(modulus)) {
    setSmall(to, 0)
    return
  }
  copyWord(divisor, modulus)
  add(dividend, left, right)
  const hasCarry = isBelow(dividend, left)
  setDigit(dividend, 8, u64(hasCarry))
  divideDigits(9)
  copyWord(to, dividend)
}

/** `(left * right) % modulus` of the whole product of 512 bits; 0 for a modulus of 0. */
export function multiplyModulo(to: usize, left: usize, right: usize, modulus: usize): void {
  if (isZero(modulus)) {
    setSmall(to, 0)
    return
  }
  memory.fill(dividend, 0, 64)
  for (let index = 0; index < 8; index++) {
    const by = digit(left, index)
    if (by == 0) continue
    let carry: u64 = 0
    for (let other = 0; other < 8; other++) {
      const sum = by * digit(right, other) + digit(dividend, index + other) + carry
      setDigit(dividend, index + other, sum)
      carry = sum >> 32
    }
    setDigit(dividend, index + 8, carry)
  }
  copyWord(divisor, modulus)
  divideDigits(16)
  setWord(
    to,
    load<u64>(dividend),
    load<u64>(dividend, 8),
    load<u64>(dividend, 16),
    load<u64>(dividend, 24),
  )
}
