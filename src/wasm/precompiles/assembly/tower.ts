// The tower of fields over that of limbs.ts: three elements a + bv + cv², v³ = 9 + i, make a cubic one, and
// two of those, a + bw, w² = v, one of degree 12. They stand one after the other.
import { invert, one } from './field'
import {
  add, addRaw, copy, multiply, multiplyXi, reduce, size, squareOf, subtract, subtractBoth,
} from './limbs'

export const cubic: usize = 3 * size
export const large: usize = 6 * size

const a0 = memory.data(80, 16)
const a1 = memory.data(80, 16)
const a2 = memory.data(80, 16)
const left = memory.data(80, 16)
const right = memory.data(80, 16)

export function addCubic(to: usize, x: usize, y: usize): void {
  for (let at: usize = 0; at < cubic; at += size) add(to + at, x + at, y + at)
}

export function subtractCubic(to: usize, x: usize, y: usize): void {
  for (let at: usize = 0; at < cubic; at += size) subtract(to + at, x + at, y + at)
}

/** Times v. */
export function multiplyV(to: usize, from: usize): void {
  multiplyXi(left, from + 2 * size)
  copy(to + 2 * size, from + size)
  copy(to + size, from)
  copy(to, left)
}

/** The product of two sums less two other products: what is left is that of one and the other. */
// @ts-ignore: decorator
@inline
function cross(to: usize, x: usize, y: usize, z: usize, w: usize, done: usize, alsoDone: usize): void {
  addRaw(left, x, y)
  addRaw(right, z, w)
  multiply(to, left, right)
  subtractBoth(to, to, done, alsoDone)
}

export function multiplyCubic(to: usize, x: usize, y: usize): void {
  multiply(a0, x, y)
  multiply(a1, x + size, y + size)
  multiply(a2, x + 2 * size, y + 2 * size)
  cross(c12, x + size, x + 2 * size, y + size, y + 2 * size, a1, a2)
  cross(c01, x, x + size, y, y + size, a0, a1)
  cross(c02, x, x + 2 * size, y, y + 2 * size, a0, a2)
  multiplyXi(c12, c12)
  add(to, a0, c12)
  multiplyXi(a2, a2)
  add(to + size, c01, a2)
  add(to + 2 * size, c02, a1)
  reduceCubic(to)
}
const c01 = memory.data(80, 16)
const c02 = memory.data(80, 16)
const c12 = memory.data(80, 16)

/** Times y + zv. */
function multiplyTwo(to: usize, x: usize, y: usize, z: usize): void {
  multiply(a0, x, y)
  multiply(a1, x + size, z)
  cross(c01, x, x + size, y, z, a0, a1)
  multiply(c12, x + 2 * size, z)
  multiply(c02, x + 2 * size, y)
  multiplyXi(c12, c12)
  add(to, a0, c12)
  copy(to + size, c01)
  add(to + 2 * size, c02, a1)
  reduceCubic(to)
}

function reduceCubic(x: usize): void {
  for (let at: usize = 0; at < cubic; at += size) reduce(x + at)
}

function invertCubic(to: usize, x: usize): void {
  const x1 = x + size
  const x2 = x + 2 * size
  // a² - ξbc, ξc² - ab, b² - ac
  squareOf(a0, x)
  multiply(left, x1, x2)
  multiplyXi(left, left)
  subtract(a0, a0, left)
  squareOf(a1, x2)
  multiplyXi(a1, a1)
  multiply(left, x, x1)
  subtract(a1, a1, left)
  squareOf(a2, x1)
  multiply(left, x, x2)
  subtract(a2, a2, left)
  multiply(left, x1, a2)
  multiply(right, x2, a1)
  add(left, left, right)
  multiplyXi(left, left)
  multiply(right, x, a0)
  add(left, left, right)
  invert(right, left)
  multiply(to, a0, right)
  multiply(to + size, a1, right)
  multiply(to + 2 * size, a2, right)
}

const t0 = memory.data(240, 16)
const t1 = memory.data(240, 16)
const t2 = memory.data(240, 16)
const t3 = memory.data(240, 16)

export function multiplyLarge(to: usize, x: usize, y: usize): void {
  multiplyCubic(t0, x, y)
  multiplyCubic(t1, x + cubic, y + cubic)
  addCubic(t2, x, x + cubic)
  addCubic(t3, y, y + cubic)
  multiplyCubic(t2, t2, t3)
  subtractCubic(t2, t2, t0)
  subtractCubic(to + cubic, t2, t1)
  multiplyV(t1, t1)
  addCubic(to, t0, t1)
}

export function squareLarge(to: usize, x: usize): void {
  // (a + bw)² = (a + b)(a + vb) - ab - vab + 2abw
  multiplyV(t1, x + cubic)
  addCubic(t1, t1, x)
  addCubic(t2, x, x + cubic)
  multiplyCubic(t0, x, x + cubic)
  multiplyCubic(t2, t2, t1)
  addCubic(to + cubic, t0, t0)
  subtractCubic(t2, t2, t0)
  multiplyV(t0, t0)
  subtractCubic(to, t2, t0)
}

/** Times a + (b + cv)w, which is what a line is. */
export function multiplyLine(to: usize, a: usize, b: usize, c: usize): void {
  for (let at: usize = 0; at < cubic; at += size) multiply(t0 + at, to + at, a)
  multiplyTwo(t1, to + cubic, b, c)
  addCubic(t2, to, to + cubic)
  add(t3, a, b)
  multiplyTwo(t2, t2, t3, c)
  subtractCubic(t2, t2, t0)
  subtractCubic(to + cubic, t2, t1)
  multiplyV(t1, t1)
  addCubic(to, t0, t1)
}

/** To the power of modulus^6; the inverse of what the final exponentiation has begun with. */
export function conjugateLarge(to: usize, x: usize): void {
  memory.copy(to, x, cubic)
  zeroCubic(t0)
  subtractCubic(to + cubic, t0, x + cubic)
}

function zeroCubic(x: usize): void {
  memory.fill(x, 0, cubic)
}

export function invertLarge(to: usize, x: usize): void {
  // (a - bw) / (a² - vb²)
  multiplyCubic(t0, x, x)
  multiplyCubic(t1, x + cubic, x + cubic)
  multiplyV(t1, t1)
  subtractCubic(t0, t0, t1)
  invertCubic(t1, t0)
  multiplyCubic(to, x, t1)
  multiplyCubic(t2, x + cubic, t1)
  zeroCubic(t0)
  subtractCubic(to + cubic, t0, t2)
}

/** The square of what the final exponentiation has begun with (Granger and Scott, 2010). */
export function squareCyclotomic(to: usize, x: usize): void {
  const y = x + cubic
  squareQuartic(x, y + size)
  copy(s0, even)
  copy(s1, odd)
  squareQuartic(x + size, y + 2 * size)
  multiplyXi(odd, odd)
  copy(s2, even)
  copy(s3, odd)
  squareQuartic(y, x + 2 * size)
  subtractTwice(to, s0, x)
  addTwice(to + cubic, s3, y)
  subtractTwice(to + size, even, x + size)
  addTwice(to + cubic + size, s1, y + size)
  subtractTwice(to + 2 * size, s2, x + 2 * size)
  addTwice(to + cubic + 2 * size, odd, y + 2 * size)
}

const even = memory.data(80, 16)
const odd = memory.data(80, 16)
const s0 = memory.data(80, 16)
const s1 = memory.data(80, 16)
const s2 = memory.data(80, 16)
const s3 = memory.data(80, 16)

/** (x + yz)², z² = 9 + i, into `even` and `odd`. */
function squareQuartic(x: usize, y: usize): void {
  squareOf(even, x)
  squareOf(a1, y)
  add(left, x, y)
  squareOf(odd, left)
  subtract(odd, odd, even)
  subtract(odd, odd, a1)
  multiplyXi(a1, a1)
  add(even, even, a1)
}

/** 3x + 2y. */
function addTwice(to: usize, x: usize, y: usize): void {
  add(left, x, y)
  add(left, left, left)
  add(to, left, x)
  reduce(to)
}

/** 3x - 2y. */
function subtractTwice(to: usize, x: usize, y: usize): void {
  subtract(left, x, y)
  add(left, left, left)
  add(to, left, x)
  reduce(to)
}

export function oneLarge(to: usize): void {
  memory.fill(to, 0, large)
  one(to)
}

/** Returns where the coefficients of 1, w, w², … w^5 are. */
export function coefficient(x: usize, index: usize): usize {
  return x + (index & 1) * cubic + (index >> 1) * size
}
