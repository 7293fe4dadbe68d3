// DIV, MOD, SDIV and SMOD.
import { dividend, divideLimbs, divisor, quotient, rest } from './longDivision'
import { copyWord, isBelow, isNegative, isSmall, isZero, negate, setSmall } from './word'

const scratch = memory.data(32, 16)
const otherScratch = memory.data(32, 16)

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
  divideLimbs(4)
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
  divideLimbs(4)
  copyWord(to, rest)
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
