// Multiples of the point G that the curve is used with: a table of them that all of recovery, signing and keys share.

import { FIELD, fromWord, setOne } from './field'
import { addMultiple, bringHome, clear, double, POINT, writeOddMultiples, writeSum } from './points'
import { PLACES, split, writeDigits } from './scalars'
import { WORD } from './words'

/** The window of digits for G. */
export const baseWidth = 8
const multiples = 1 << (baseWidth - 2)

// prettier-ignore
const baseX = memory.data<u64>([
  0x59f2815b16f81798, 0x029bfcdb2dce28d9, 0x55a06295ce870b07, 0x79be667ef9dcbbac,
])
// prettier-ignore
const baseY = memory.data<u64>([
  0x9c47d08ffb10d4b8, 0xfd17b448a6855419, 0x5da4fbfc0e1108a8, 0x483ada7726a3c465,
])

const x = memory.data(FIELD, 16)
const y = memory.data(FIELD, 16)
/** Z of a table until it has none, and of a sum of points without one. */
const scale = memory.data(FIELD, 16)
const table = memory.data(multiples * POINT, 16)
let hasTable = false

const part = memory.data(WORD, 16)
const lambdaPart = memory.data(WORD, 16)
/** At each place a digit for G and for lambda G, and two that stay zero. */
const digits = memory.data(4 * PLACES, 16)

/** Odd multiples of G, on the curve itself. */
export function baseTable(): usize {
  if (!hasTable) {
    fromWord(x, baseX)
    fromWord(y, baseY)
    writeOddMultiples(table, multiples, scale, x, y)
    bringHome(table, multiples, scale)
    hasTable = true
  }
  return table
}

/** Writes x and y of k G, words, for a k that is not zero modulo n. */
export function writeMultiple(to: usize, k: usize): void {
  const base = baseTable()
  split(part, lambdaPart, k)
  writeDigits(digits, part, baseWidth)
  writeDigits(digits + 1, lambdaPart, baseWidth)
  clear()
  for (let at = digits + 4 * PLACES; at != digits; ) {
    at -= 4
    double()
    const digit = load<i8>(at)
    const lambdaDigit = load<i8>(at, 1)
    if (digit != 0) addMultiple(base, digit, false)
    if (lambdaDigit != 0) addMultiple(base, lambdaDigit, true)
  }
  setOne(scale)
  writeSum(to, scale)
}
