// Recovers the public key (s R - z G) / r that made a signature (r, s) of the hash z: SEC 1, 4.1.6. All of it
// is public, so how long it takes may tell what it is.

import { baseTable, baseWidth } from './base'
import { add as addFields, FIELD, fromWord, squareRoot, times, toWord } from './field'
import { invertModuloN } from './inverse'
import {
  addMultiple,
  addScaledMultiple,
  clear,
  double,
  isInfinite,
  POINT,
  writeOddMultiples,
  writeSum,
} from './points'
import { multiply, square } from './products'
import { multiplyScalars, negate, order, PLACES, split, writeDigits } from './scalars'
import { add, isBelow, isZero, swapBytes, WORD } from './words'

/** The hash, r and s, big-endian. */
export const input = memory.data(3 * WORD, 16)
/** x and y, big-endian. */
export const output = memory.data(2 * WORD, 16)

export const recovered: u32 = 0
/** r or s is not below the order. */
export const unparsable: u32 = 1
/** They name no point. */
export const invalid: u32 = 2

/** The window of digits for R, whose table is made each time. */
const width = 5
const multiples = 1 << (width - 2)

/** p - n: below it r may stand for an x of r + n. */
const aboveN = memory.data<u64>([0x402da1722fc9baee, 0x4551231950b75fc4, 1, 0])
const seven = memory.data<i32>([7, 0, 0, 0, 0, 0, 0, 0, 0])

const z = memory.data(WORD, 16)
const r = memory.data(WORD, 16)
const s = memory.data(WORD, 16)
const part = memory.data(WORD, 16)
const lambdaPart = memory.data(WORD, 16)
const key = memory.data(2 * WORD, 16)

const x = memory.data(FIELD, 16)
const y = memory.data(FIELD, 16)
const cube = memory.data(FIELD, 16)
/** Z of all points of the table on our curve. */
const scale = memory.data(FIELD, 16)
const table = memory.data(multiples * POINT, 16)
/** The digits at each place: for R, lambda R, G and lambda G. */
const digits = memory.data(4 * PLACES, 16)

/** `recovery` has whether y is odd, and, as 2, whether x is r + n. */
export function recover(recovery: u32): u32 {
  swapBytes(z, input)
  swapBytes(r, input + WORD)
  swapBytes(s, input + 2 * WORD)
  if (!isBelow(r, order) || !isBelow(s, order)) return unparsable
  if (isZero(r) || isZero(s) || !findPoint(recovery)) return invalid
  // -z / r and s / r.
  invertModuloN(r, r)
  multiplyScalars(z, z, r)
  negate(z)
  multiplyScalars(s, s, r)
  sumUp()
  if (isInfinite) return invalid
  writeSum(key, scale)
  swapBytes(output, key)
  swapBytes(output + WORD, key + WORD)
  return recovered
}

/** R, whose x the signature tells, and of y whether it is odd. */
function findPoint(recovery: u32): bool {
  if ((recovery & 2) != 0) {
    if (!isBelow(r, aboveN)) return false
    add(part, r, order)
    fromWord(x, part)
  } else {
    fromWord(x, r)
  }
  square(cube, x)
  multiply(cube, cube, x)
  addFields(cube, cube, seven)
  if (!squareRoot(y, cube)) return false
  toWord(part, y)
  if ((load<u32>(part) & 1) != (recovery & 1)) times(y, -1, y)
  return true
}

/** s R + z G. */
function sumUp(): void {
  const base = baseTable()
  writeOddMultiples(table, multiples, scale, x, y)
  split(part, lambdaPart, s)
  writeDigits(digits, part, width)
  writeDigits(digits + 1, lambdaPart, width)
  split(part, lambdaPart, z)
  writeDigits(digits + 2, part, baseWidth)
  writeDigits(digits + 3, lambdaPart, baseWidth)
  clear()
  for (let at = digits + 4 * PLACES; at != digits; ) {
    at -= 4
    double()
    if (load<u32>(at) == 0) continue
    const digit = load<i8>(at)
    const lambdaDigit = load<i8>(at, 1)
    const baseDigit = load<i8>(at, 2)
    const baseLambdaDigit = load<i8>(at, 3)
    if (digit != 0) addMultiple(table, digit, false)
    if (lambdaDigit != 0) addMultiple(table, lambdaDigit, true)
    if (baseDigit != 0) addScaledMultiple(base, baseDigit, false, scale)
    if (baseLambdaDigit != 0) addScaledMultiple(base, baseLambdaDigit, true, scale)
  }
}
