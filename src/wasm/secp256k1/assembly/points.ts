// Points of the curve y^2 = x^3 + 7: the sum that grows, and tables of odd multiples.
//
// A sum is (X, Y, Z) for x = X / Z^2 and y = Y / Z^3. What is added has no Z, which saves much; to divide
// by Z is dear. So sums are made on another curve, y^2 = x^3 + 7 c^6, where x is c^2 times ours, and y c^3
// times: with c as the Z that the points of a table share, it goes away. Addition is the same on all these.

import { add, copy, FIELD, invert, isZero, setOne, subtract, times, toWord } from './field'
import {
  multiply,
  multiplyMinusProduct,
  multiplyMinusTwiceSquare,
  square,
  squareMinus,
} from './products'
import { WORD } from './words'

/** A point of a table: x, y, and x of its product with lambda. */
export const POINT = 3 * FIELD
const Y_AT = FIELD
const LAMBDA_X_AT = 2 * FIELD

/** The third root of one that goes with lambda. */
// prettier-ignore
const beta = memory.data<i32>([
  0x119501ee, 0x9cb6143, 0x1d626570, 0x92ea25, 0x34e99cf, 0x3cf561a, 0x1c41b991, 0x56caf80, 0x7ae96a,
])

// The sum, all of size 1. Nothing else is of use when it is the point at infinity.
const sumX = memory.data(FIELD, 16)
const sumY = memory.data(FIELD, 16)
const sumZ = memory.data(FIELD, 16)
export let isInfinite: bool = true

// What is on the way to a new sum.
const t0 = memory.data(FIELD, 16)
const t1 = memory.data(FIELD, 16)
const t2 = memory.data(FIELD, 16)
const t3 = memory.data(FIELD, 16)
const t4 = memory.data(FIELD, 16)
const scaledZ = memory.data(FIELD, 16)
const scaled = memory.data(POINT, 16)
const twiceX = memory.data(FIELD, 16)
const twiceY = memory.data(FIELD, 16)
/** The factor by which the last addition multiplied Z. */
const ratio = memory.data(FIELD, 16)

export function clear(): void {
  isInfinite = true
}

export function double(): void {
  if (isInfinite) return
  const slope = t0
  const difference = t4
  square(slope, sumX)
  times(slope, 3, slope)
  square(t1, sumY)
  // 4 X Y^2, for which Y^2 is taken four times.
  times(t2, 4, t1)
  multiply(t2, sumX, t2)
  times(t3, 2, sumY)
  multiply(sumZ, t3, sumZ)
  times(t3, 2, t2)
  squareMinus(sumX, slope, t3)
  subtract(difference, t2, sumX)
  // Less 8 Y^4.
  times(t1, 2, t1)
  multiplyMinusTwiceSquare(sumY, slope, difference, t1)
}

/** Adds (x, y), or takes it away, on the sum's curve; `z` is Z, or more where they are of another curve. */
function addPoint(x: usize, y: usize, isMinus: bool, z: usize): void {
  square(t0, z)
  multiply(t1, t0, z)
  multiply(t0, x, t0)
  multiply(t1, y, t1)
  // x and y by now differ from the sum's by these.
  subtract(ratio, t0, sumX)
  if (isMinus) add(t1, t1, sumY)
  else subtract(t1, t1, sumY)
  if (isZero(ratio)) {
    if (isZero(t1)) double()
    else isInfinite = true
    return
  }
  multiply(sumZ, sumZ, ratio)
  square(t2, ratio)
  multiply(t3, ratio, t2)
  multiply(t2, sumX, t2)
  // X = slope^2 - ratio^3 - 2 X ratio^2
  times(t4, 2, t2)
  add(t4, t4, t3)
  squareMinus(sumX, t1, t4)
  if (isMinus) subtract(t2, sumX, t2)
  else subtract(t2, t2, sumX)
  multiplyMinusProduct(sumY, t1, t2, sumY, t3)
}

/** Starts the sum with a point. */
function start(x: usize, y: usize, isMinus: bool): void {
  copy(sumX, x)
  if (isMinus) times(sumY, -1, y)
  else copy(sumY, y)
  setOne(sumZ)
  isInfinite = false
}

/**
 * Writes (x, y), 3 (x, y), 5 (x, y) …, of a curve on which they have no Z, and at `scale` the Z that they all
 * would have on ours.
 */
export function writeOddMultiples(table: usize, count: i32, scale: usize, x: usize, y: usize): void {
  start(x, y, false)
  double()
  copy(twiceX, sumX)
  copy(twiceY, sumY)
  copy(scale, sumZ)
  // On the curve where the double has no Z.
  square(t0, scale)
  multiply(table, x, t0)
  multiply(t0, t0, scale)
  multiply(table + Y_AT, y, t0)
  start(table, table + Y_AT, false)
  for (let index = 1; index < count; index++) {
    const point = table + index * POINT
    addPoint(twiceX, twiceY, false, sumZ)
    copy(point, sumX)
    copy(point + Y_AT, sumY)
    copy(point + LAMBDA_X_AT, ratio)
  }
  multiply(scale, scale, sumZ)
  // Each has what the ratios after it multiply to for Z less than the last one has.
  let point = table + (count - 1) * POINT
  setOne(t0)
  while (point != table) {
    multiply(t0, t0, point + LAMBDA_X_AT)
    multiply(point + LAMBDA_X_AT, point, beta)
    point -= POINT
    scaleBy(t0, point)
  }
  multiply(table + LAMBDA_X_AT, table, beta)
}

/** Takes a point of a table to the curve where c is `factor` times what it is. */
function scaleBy(factor: usize, point: usize): void {
  square(t1, factor)
  multiply(point, point, t1)
  multiply(t1, t1, factor)
  multiply(point + Y_AT, point + Y_AT, t1)
}

/** Takes the points to our curve, where they then have no Z. */
export function bringHome(table: usize, count: i32, scale: usize): void {
  invert(t0, scale)
  for (let index = 0; index < count; index++) {
    const point = table + index * POINT
    scaleBy(t0, point)
    multiply(point + LAMBDA_X_AT, point, beta)
  }
}

/** Adds `digit` times the point that the table starts with, or lambda times that. */
export function addMultiple(table: usize, digit: i32, isLambda: bool): void {
  const isMinus = digit < 0
  const point = table + ((isMinus ? -digit : digit) >> 1) * POINT
  const x = isLambda ? point + LAMBDA_X_AT : point
  if (isInfinite) start(x, point + Y_AT, isMinus)
  else addPoint(x, point + Y_AT, isMinus, sumZ)
}

/** The same, of a table of our curve, to a sum on one where points of ours are scaled. */
export function addScaledMultiple(table: usize, digit: i32, isLambda: bool, scale: usize): void {
  const isMinus = digit < 0
  const point = table + ((isMinus ? -digit : digit) >> 1) * POINT
  const x = isLambda ? point + LAMBDA_X_AT : point
  if (isInfinite) {
    copy(scaled, x)
    copy(scaled + Y_AT, point + Y_AT)
    scaleBy(scale, scaled)
    start(scaled, scaled + Y_AT, isMinus)
  } else {
    multiply(scaledZ, sumZ, scale)
    addPoint(x, point + Y_AT, isMinus, scaledZ)
  }
}

/** Writes x and y of the sum, words, where all on its curve is scaled. */
export function writeSum(to: usize, scale: usize): void {
  multiply(t0, sumZ, scale)
  invert(t0, t0)
  square(t1, t0)
  multiply(t2, sumX, t1)
  toWord(to, t2)
  multiply(t1, t1, t0)
  multiply(t2, sumY, t1)
  toWord(to + WORD, t2)
}
