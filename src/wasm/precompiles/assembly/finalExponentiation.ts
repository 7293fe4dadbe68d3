// What makes the value of a pairing unique: it is taken to the power of (modulus^12 - 1) / order, times a number
// that has no factor in common with the order, which makes the power a short one.
import { isZero, one } from './field'
import { frobeniusOf } from './frobenius'
import { size, subtract } from './limbs'
import { conjugateLarge, invertLarge, large, multiplyLarge, squareCyclotomic } from './tower'

/** What the curve is made with, u = 4965661367192848881, behind its first digit: of 1, 0 and -1. */
// prettier-ignore
const digitsOfU = memory.data<i8>([
  0, 0, 0, 1, 0, 1, 0, 0, -1, 0, 1, 0, 1, 0, -1, 0, 0, 1, 0, 1, 0, -1, 0, -1, 0, -1, 0, 1, 0, 0, 0, 1, 0, 0, 1,
  0, 1, 0, 1, 0, -1, 0, 1, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, -1, 0, 0, 0, 1,
])
const countOfU: usize = 62

const y0 = memory.data(480, 16)
const y1 = memory.data(480, 16)
const y3 = memory.data(480, 16)
const y4 = memory.data(480, 16)
const y6 = memory.data(480, 16)
const y8 = memory.data(480, 16)
const y9 = memory.data(480, 16)
const base = memory.data(480, 16)

/** Whether a value is 1 after the final exponentiation: Fuentes-Castañeda, Knapp, Rodríguez-Henríquez, 2011. */
export function isOneAtLast(value: usize): bool {
  conjugateLarge(y0, value)
  invertLarge(y1, value)
  multiplyLarge(y0, y0, y1)
  frobeniusOf(base, y0, 2)
  multiplyLarge(base, base, y0)
  powerOfMinusU(y0, base)
  squareCyclotomic(y1, y0)
  squareCyclotomic(y0, y1)
  multiplyLarge(y3, y0, y1)
  powerOfMinusU(y4, y3)
  squareCyclotomic(y0, y4)
  powerOfMinusU(y6, y0)
  conjugateLarge(y3, y3)
  conjugateLarge(y6, y6)
  multiplyLarge(y6, y6, y4)
  multiplyLarge(y8, y6, y3)
  multiplyLarge(y9, y8, y1)
  multiplyLarge(y4, y8, y4)
  multiplyLarge(y4, y4, base)
  frobeniusOf(y0, y9, 1)
  multiplyLarge(y4, y0, y4)
  frobeniusOf(y0, y8, 2)
  multiplyLarge(y4, y0, y4)
  conjugateLarge(base, base)
  multiplyLarge(y9, base, y9)
  frobeniusOf(y0, y9, 3)
  multiplyLarge(y4, y0, y4)
  return isOne(y4)
}

const unit = memory.data(80, 16)

function isOne(x: usize): bool {
  one(unit)
  subtract(x, x, unit)
  for (let at: usize = 0; at < large; at += size) if (!isZero(x + at)) return false
  return true
}

const inverse = memory.data(480, 16)

/** Not into itself. */
function powerOfMinusU(to: usize, x: usize): void {
  memory.copy(to, x, large)
  conjugateLarge(inverse, x)
  for (let index: usize = 0; index < countOfU; index++) {
    squareCyclotomic(to, to)
    const digit = load<i8>(digitsOfU + index)
    if (digit == 1) multiplyLarge(to, to, x)
    else if (digit == -1) multiplyLarge(to, to, inverse)
  }
  conjugateLarge(to, to)
}
