// Multiples of the point G that the curve is used with: tables of them that recovery, signing and keys share.

import { FIELD, fromWord, setOne } from './field'
import { addMultiple, bringHome, clear, double, POINT, writeOddMultiples, writeSum } from './points'
import { PLACES, split, writeDigits } from './scalars'
import { WORD } from './words'

/** The window of digits for G. */
export const baseWidth = 8
const multiples = 1 << (baseWidth - 2)

/**
 * Tables of G, 2^33 G, 2^66 G and 2^99 G, each for as many places of a number: a multiple takes no more doublings than
 * that. To make them takes as long as nine multiples gain.
 */
const TABLES = 4
const places = (PLACES + TABLES - 1) / TABLES
const tableBytes: usize = multiples * POINT

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
const point = memory.data(2 * WORD, 16)
/** Z of a table until it has none, and of a sum of points without one. */
const scale = memory.data(FIELD, 16)
const tables = memory.data(TABLES * multiples * POINT, 16)
let made = 0

const part = memory.data(WORD, 16)
const lambdaPart = memory.data(WORD, 16)
/** The digits at each place: for G and for lambda G, and two that stay zero. */
const digits = memory.data(4 * TABLES * places, 16)

/** Odd multiples of G, on the curve itself. */
export function baseTable(): usize {
  makeTables(1)
  return tables
}

function makeTables(count: i32): void {
  for (; made < count; made++) {
    const table = tables + made * tableBytes
    if (made == 0) {
      fromWord(x, baseX)
      fromWord(y, baseY)
    } else {
      clear()
      addMultiple(table - tableBytes, 1, false)
      for (let place = 0; place < places; place++) double()
      writeSumTo(point)
      fromWord(x, point)
      fromWord(y, point + WORD)
    }
    writeOddMultiples(table, multiples, scale, x, y)
    bringHome(table, multiples, scale)
  }
}

/** Writes x and y of k G, words, for a k that is not zero modulo n. */
export function writeMultiple(to: usize, k: usize): void {
  makeTables(TABLES)
  split(part, lambdaPart, k)
  writeDigits(digits, part, baseWidth)
  writeDigits(digits + 1, lambdaPart, baseWidth)
  clear()
  for (let place = places - 1; place >= 0; place--) {
    double()
    for (let index = 0; index < TABLES; index++) {
      const at = digits + ((index * places + place) << 2)
      const table = tables + index * tableBytes
      const digit = load<i8>(at)
      const lambdaDigit = load<i8>(at, 1)
      if (digit != 0) addMultiple(table, digit, false)
      if (lambdaDigit != 0) addMultiple(table, lambdaDigit, true)
    }
  }
  writeSumTo(to)
}

function writeSumTo(to: usize): void {
  setOne(scale)
  writeSum(to, scale)
}
