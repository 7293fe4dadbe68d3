// The optimal ate pairing on alt_bn128 (EIP-197): Vercauteren, 2008. The second points are on the curve
// y² = x³ + 3 / (9 + i) over the extension by i; (x, y) stands there for (xw², yw³).
import { isEqual, isZero, one, read, readTwice } from './field'
import { isOneAtLast } from './finalExponentiation'
import { frobeniusFactor, three, tripleB, twistB } from './frobenius'
import {
  add, conjugate, copy, multiply, multiplySmall, negate, scale, size, squareOf, subtract,
} from './limbs'
import { multiplyLarge, multiplyLine, oneLarge, squareLarge } from './tower'

const wordBytes: usize = 32
const pairBytes: usize = 6 * wordBytes

/** Where the host writes pairs as EIP-197 has them: 16 at most. */
const pairs = memory.data(3072, 16)

/** The pairs: the second point, -x and y of the first one, and a multiple of the second one. */
const points = memory.data(9216, 16)
const pointBytes: usize = 7 * size + 16
const minusX: usize = 2 * size
const plainY: usize = 3 * size
const multiple: usize = 4 * size
/** Where the lines of the second point are, and whether they are to be computed. */
const ownLines: usize = 7 * size
const areNew: usize = 7 * size + 4
let count: i32 = 0

/** The part of a line that does not depend on the first point: the coefficients of y, of -x, and the constant. */
const lineBytes: usize = 3 * size
/** The size of all lines of a point. */
const linesBytes: usize = 88 * lineBytes
/** Lines of points that come often, for the host to say of which. */
const keptLines = memory.data(506880, 16)
/** A line that is not kept. */
const passing = memory.data(240, 16)

/** The modulus, big-endian as words of 64 bits. */
const modulus = memory.data<u64>([
  0x30644e72e131a029, 0xb85045b68181585d, 0x97816a916871ca8d, 0x3c208c16d87cfd47,
])

/** 6u + 2, where the curve is made with u = 4965661367192848881, behind its first digit: of 1, 0 and -1. */
// prettier-ignore
const digitsOfLoop = memory.data<i8>([
  0, -1, 0, 1, 0, 0, 0, -1, 0, -1, 0, 0, 0, -1, 0, 1, 0, -1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 1, 0, 0, -1,
  0, 0, 0, 0, -1, 0, 1, 0, 0, 0, -1, 0, -1, 0, 0, 1, 0, 0, 0, -1, 0, 0, -1, 0, 1, 0, 1, 0, 0, 0,
])
const countOfLoop: usize = 65

const b = memory.data(80, 16)
const c = memory.data(80, 16)
const d = memory.data(80, 16)
const e = memory.data(80, 16)
const f = memory.data(80, 16)
const g = memory.data(80, 16)
const h = memory.data(80, 16)
const line0 = memory.data(80, 16)
const line1 = memory.data(80, 16)

export function pairsStart(): usize {
  return pairs
}

/** Begins with no pair to compute. */
export function clearPairs(): void {
  count = 0
}

/**
 * Reads the pair of that number. Whether it is one that is known here: both points are on their curves, and
 * the first one is not the point at infinity unless the second one is. With a slot the lines of the second
 * point are kept there; unless they are new, the point has been found to be right before.
 */
export function takePair(number: usize, slot: i32, isNew: bool): bool {
  const at = pairs + number * pairBytes
  for (let word: usize = 0; word < 6; word++) if (!isInField(at + word * wordBytes)) return false
  const isFirstNothing = isNothing(at, 2)
  const isSecondNothing = isNothing(at + 2 * wordBytes, 4)
  if (isFirstNothing) return isSecondNothing
  const point = points + usize(count) * pointBytes
  readTwice(b, at)
  readTwice(c, at + wordBytes)
  if (!isOnFirstCurve(b, c)) return false
  if (isSecondNothing) return true
  negate(point + minusX, b)
  copy(point + plainY, c)
  store<usize>(point + ownLines, slot < 0 ? 0 : keptLines + usize(slot) * linesBytes)
  store<bool>(point + areNew, isNew)
  count++
  if (!isNew) return true
  read(point, at + 3 * wordBytes, at + 2 * wordBytes)
  read(point + size, at + 5 * wordBytes, at + 4 * wordBytes)
  return isOnSecondCurve(point, point + size)
}

function isInField(word: usize): bool {
  for (let at: usize = 0; at < wordBytes; at += 8) {
    const digits = bswap<u64>(load<u64>(word + at))
    const own = load<u64>(modulus + at)
    if (digits != own) return digits < own
  }
  return false
}

function isNothing(at: usize, words: usize): bool {
  for (const end = at + words * wordBytes; at < end; at += 8) if (load<u64>(at) != 0) return false
  return true
}

/** y² = x³ + 3, of numbers that stand in both parts. */
function isOnFirstCurve(x: usize, y: usize): bool {
  scale(d, x, x)
  scale(d, d, x)
  add(d, d, three)
  scale(e, y, y)
  return isEqual(d, e)
}

function isOnSecondCurve(x: usize, y: usize): bool {
  squareOf(d, x)
  multiply(d, d, x)
  add(d, d, twistB)
  squareOf(e, y)
  return isEqual(d, e)
}

const valueBytes: usize = 6 * size
const total = memory.data(480, 16)
const value = memory.data(480, 16)
/** Values of pairs that come often, for the host to say of which. */
const keptValues = memory.data(30720, 16)

export function clearTotal(): void {
  oneLarge(total)
}

/**
 * Multiplies the total by what the pairs give before the final exponentiation. False when a second point is
 * not of the subgroup.
 */
export function accumulate(): bool {
  const end = points + usize(count) * pointBytes
  oneLarge(value)
  for (let point = points; point < end; point += pointBytes) {
    copy(point + multiple, point)
    copy(point + multiple + size, point + size)
    one(point + multiple + 2 * size)
  }
  let number: usize = 0
  for (let index: usize = 0; index < countOfLoop; index++) {
    squareLarge(value, value)
    for (let point = points; point < end; point += pointBytes) {
      const line = lineOf(point, number)
      if (load<bool>(point + areNew)) double(point, line)
      evaluate(point, line)
    }
    number++
    const digit = load<i8>(digitsOfLoop + index)
    if (digit == 0) continue
    for (let point = points; point < end; point += pointBytes) {
      const line = lineOf(point, number)
      if (load<bool>(point + areNew)) {
        if (digit == 1) copy(h, point + size)
        else negate(h, point + size)
        addPoint(point, point, h, line)
      }
      evaluate(point, line)
    }
    number++
  }
  let areAll = true
  for (let point = points; point < end; point += pointBytes) {
    if (load<bool>(point + areNew)) areAll = finish(point, number) && areAll
    else for (let last: usize = 0; last < 2; last++) evaluate(point, lineOf(point, number + last))
  }
  multiplyLarge(total, total, value)
  return areAll
}

/** Keeps what the total was multiplied by last. */
export function keepValue(slot: usize): void {
  memory.copy(keptValues + slot * valueBytes, value, valueBytes)
}

/** Multiplies the total by what was kept, instead of computing the pair again. */
export function multiplyByKept(slot: usize): void {
  multiplyLarge(total, total, keptValues + slot * valueBytes)
}

/** Where the point's line of that number is. */
function lineOf(point: usize, number: usize): usize {
  const lines = load<usize>(point + ownLines)
  return lines == 0 ? passing : lines + number * lineBytes
}

/** Multiplies the value by that of a line at the first point. */
function evaluate(point: usize, line: usize): void {
  scale(line0, line, point + plainY)
  scale(line1, line + size, point + minusX)
  multiplyLine(value, line0, line1, line + 2 * size)
}

/**
 * The last two lines, at Frobenius' images of the point. Whether 6u + 2 times it and its images, one of them
 * taken away, are nothing: so it is exactly for points of the subgroup, as no other order that points of the
 * curve have divides the norm of that sum.
 */
function finish(point: usize, number: usize): bool {
  image(point, 1)
  addPoint(point, g, h, lineOf(point, number))
  evaluate(point, lineOf(point, number))
  image(point, 2)
  negate(h, h)
  addPoint(point, g, h, lineOf(point, number + 1))
  evaluate(point, lineOf(point, number + 1))
  image(point, 3)
  const z = point + multiple + 2 * size
  if (isZero(z)) return false
  multiply(g, g, z)
  multiply(h, h, z)
  negate(h, h)
  return isEqual(g, point + multiple) && isEqual(h, point + multiple + size)
}

/** Applies Frobenius' map `times` times, into g and h. */
function image(point: usize, times: usize): void {
  copy(g, point)
  copy(h, point + size)
  if (times != 2) {
    conjugate(g, g)
    conjugate(h, h)
  }
  multiply(g, g, frobeniusFactor(times, 2))
  multiply(h, h, frobeniusFactor(times, 3))
}

/** Doubles the multiple of the point, in homogeneous coordinates, and gives the tangent. */
function double(point: usize, line: usize): void {
  const x = point + multiple
  const y = x + size
  const z = y + size
  squareOf(b, y)
  squareOf(c, z)
  multiply(e, c, tripleB)
  add(d, y, z)
  squareOf(d, d)
  subtract(d, d, b)
  subtract(d, d, c)
  copy(line, d)
  squareOf(c, x)
  multiplySmall(line + size, c, 3, 0)
  subtract(line + 2 * size, b, e)
  multiplySmall(c, e, 3, 0)
  multiply(x, x, y)
  subtract(f, b, c)
  multiply(x, x, f)
  add(x, x, x)
  add(y, b, c)
  squareOf(y, y)
  squareOf(e, e)
  multiplySmall(e, e, 12, 0)
  subtract(y, y, e)
  multiply(z, b, d)
  multiplySmall(z, z, 4, 0)
}

/** Adds a point to the multiple, and gives the line through both. */
function addPoint(point: usize, ownX: usize, ownY: usize, line: usize): void {
  const x = point + multiple
  const y = x + size
  const z = y + size
  multiply(b, ownY, z)
  subtract(b, y, b)
  multiply(c, ownX, z)
  subtract(c, x, c)
  copy(line, c)
  copy(line + size, b)
  multiply(d, b, ownX)
  multiply(e, c, ownY)
  subtract(line + 2 * size, d, e)
  squareOf(d, c)
  multiply(e, c, d)
  multiply(d, x, d)
  squareOf(f, b)
  multiply(f, z, f)
  add(f, f, e)
  subtract(f, f, d)
  subtract(f, f, d)
  multiply(x, c, f)
  subtract(f, d, f)
  multiply(f, b, f)
  multiply(y, e, y)
  subtract(y, f, y)
  multiply(z, z, e)
}

/** Whether the total is 1 after the final exponentiation. */
export function isTotalOne(): bool {
  return isOneAtLast(total)
}
