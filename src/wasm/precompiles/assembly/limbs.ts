// The field of alt_bn128 (EIP-196) and its extension by i, i² = -1. An element of the extension takes
// `size` bytes: nine limbs of 29 bits, lowest first, each for the real and the imaginary part, as two signed
// words of 32 bits, then two words of padding. The two parts are two lanes of a vector wherever one computes.
// Elements are in Montgomery's form by 2^261 and not unique: a limb is from -2^28 to 2^28 or a little beyond,
// and the number any that is congruent and not many times the modulus. It has 254 bits, which leaves room for
// that: a product of numbers of up to 9 times the modulus is below twice the modulus.

export const size: usize = 80
export const limbBytes: usize = 8
export const limbs: usize = 9
export const mask: i64 = (1 << 29) - 1

// prettier-ignore
const modulus = memory.data<i32>([
  410844487, 410844487, 17064118, 17064118, 477274959, 477274959, 47522512, 47522512,
  361093496, 361093496, 47923392, 47923392, 10936641, 10936641, 240920116, 240920116,
  3171406, 3171406, 0, 0,
], 16)
const highestLimb: f64 = 3171406.0

/** -1 / modulus, modulo 2^29. */
const inverse: i32 = 75916169

const first = memory.data(80, 16)
const second = memory.data(80, 16)

/**
 * Vectors shift unsigned words only, so sums stand above these: what is carried from the lowest one brings
 * the next to where that was.
 */
const base: i64 = 1 << 62
const upperBase: i64 = base - (base >> 29)

// @ts-ignore: decorator
@inline
function product(left: v128, right: v128): v128 {
  return i64x2.extmul_low_i32x4_s(left, right)
}

// @ts-ignore: decorator
@inline
function limb(element: usize, index: usize): v128 {
  return v128.load64_zero(element + index * limbBytes)
}

/** What the lowest sum is without its lowest bits, to the nearest: what is handed on. */
// @ts-ignore: decorator
@inline
function carryOf(sum: v128): v128 {
  return i64x2.shr_u(i64x2.add(sum, i64x2.splat(1 << 28)), 29)
}

// @ts-ignore: decorator
@inline
function without(sum: v128, carry: v128): v128 {
  return i64x2.sub(sum, i64x2.shl(carry, 29))
}

/** What makes the sum a multiple of 2^29 when it is multiplied by the modulus and added. */
// @ts-ignore: decorator
@inline
function quotientOf(sum: v128): v128 {
  const low = v128.shuffle<i32>(sum, sum, 0, 2, 0, 2)
  return v128.and(i32x4.mul(low, i32x4.splat(inverse)), i32x4.splat(i32(mask)))
}

/** Writes nine sums, which stand above their bases, as limbs. */
// @ts-ignore: decorator
@inline
function settle(
  to: usize, t0: v128, t1: v128, t2: v128, t3: v128, t4: v128, t5: v128, t6: v128, t7: v128, t8: v128,
): void {
  let carry = carryOf(t0)
  t0 = without(t0, carry)
  t1 = i64x2.add(t1, carry)
  carry = carryOf(t1)
  v128.store(to, v128.shuffle<i32>(t0, without(t1, carry), 0, 2, 4, 6), 0)
  t2 = i64x2.add(t2, carry)
  carry = carryOf(t2)
  t2 = without(t2, carry)
  t3 = i64x2.add(t3, carry)
  carry = carryOf(t3)
  v128.store(to, v128.shuffle<i32>(t2, without(t3, carry), 0, 2, 4, 6), 16)
  t4 = i64x2.add(t4, carry)
  carry = carryOf(t4)
  t4 = without(t4, carry)
  t5 = i64x2.add(t5, carry)
  carry = carryOf(t5)
  v128.store(to, v128.shuffle<i32>(t4, without(t5, carry), 0, 2, 4, 6), 32)
  t6 = i64x2.add(t6, carry)
  carry = carryOf(t6)
  t6 = without(t6, carry)
  t7 = i64x2.add(t7, carry)
  carry = carryOf(t7)
  v128.store(to, v128.shuffle<i32>(t6, without(t7, carry), 0, 2, 4, 6), 48)
  t8 = i64x2.add(t8, carry)
  t8 = i64x2.sub(t8, i64x2.splat(base))
  v128.store(to, v128.shuffle<i32>(t8, i64x2.splat(0), 0, 2, 4, 6), 64)
}

/** The parts of each limb changed for each other. */
// @ts-ignore: decorator
@inline
function swapped(x: v128): v128 {
  return v128.shuffle<i32>(x, x, 1, 0, 3, 2)
}

/** The real part of each limb negated. */
// @ts-ignore: decorator
@inline
function realNegated(x: v128): v128 {
  const sign = i32x4(-1, 0, -1, 0)
  return i32x4.sub(v128.xor(x, sign), sign)
}

/** left x right. */
export function multiply(to: usize, left: usize, right: usize): void {
  // (a + bi)(c + di) = a(c + di) + b(-d + ci)
  for (let at: usize = 0; at < size; at += 16) {
    v128.store(first + at, realNegated(swapped(v128.load(right + at))))
  }
  const upper = i64x2.splat(upperBase)
  let t0 = i64x2.splat(base)
  let t1 = upper, t2 = upper, t3 = upper, t4 = upper, t5 = upper, t6 = upper, t7 = upper
  const t8 = upper
  for (let at: usize = 0; at < limbs * limbBytes; at += limbBytes) {
    const a = v128.load32_splat(left + at)
    const b = v128.load32_splat(left + at, 4)
    t0 = i64x2.add(t0, i64x2.add(product(a, limb(right, 0)), product(b, limb(first, 0))))
    const q = quotientOf(t0)
    const carry = i64x2.shr_u(i64x2.add(t0, product(q, limb(modulus, 0))), 29)
    t0 = i64x2.add(i64x2.add(t1, carry), i64x2.add(i64x2.add(product(a, limb(right, 1)), product(b, limb(first, 1))), product(q, limb(modulus, 1))))
    t1 = i64x2.add(t2, i64x2.add(i64x2.add(product(a, limb(right, 2)), product(b, limb(first, 2))), product(q, limb(modulus, 2))))
    t2 = i64x2.add(t3, i64x2.add(i64x2.add(product(a, limb(right, 3)), product(b, limb(first, 3))), product(q, limb(modulus, 3))))
    t3 = i64x2.add(t4, i64x2.add(i64x2.add(product(a, limb(right, 4)), product(b, limb(first, 4))), product(q, limb(modulus, 4))))
    t4 = i64x2.add(t5, i64x2.add(i64x2.add(product(a, limb(right, 5)), product(b, limb(first, 5))), product(q, limb(modulus, 5))))
    t5 = i64x2.add(t6, i64x2.add(i64x2.add(product(a, limb(right, 6)), product(b, limb(first, 6))), product(q, limb(modulus, 6))))
    t6 = i64x2.add(t7, i64x2.add(i64x2.add(product(a, limb(right, 7)), product(b, limb(first, 7))), product(q, limb(modulus, 7))))
    t7 = i64x2.add(t8, i64x2.add(i64x2.add(product(a, limb(right, 8)), product(b, limb(first, 8))), product(q, limb(modulus, 8))))
  }
  settle(to, t0, t1, t2, t3, t4, t5, t6, t7, t8)
}

/** The real parts multiplied, and the imaginary ones. */
function multiplyParts(to: usize, left: usize, right: usize): void {
  const upper = i64x2.splat(upperBase)
  let t0 = i64x2.splat(base)
  let t1 = upper, t2 = upper, t3 = upper, t4 = upper, t5 = upper, t6 = upper, t7 = upper
  const t8 = upper
  for (let at: usize = 0; at < limbs * limbBytes; at += limbBytes) {
    const a = v128.load64_zero(left + at)
    t0 = i64x2.add(t0, product(a, limb(right, 0)))
    const q = quotientOf(t0)
    const carry = i64x2.shr_u(i64x2.add(t0, product(q, limb(modulus, 0))), 29)
    t0 = i64x2.add(i64x2.add(t1, carry), i64x2.add(product(a, limb(right, 1)), product(q, limb(modulus, 1))))
    t1 = i64x2.add(t2, i64x2.add(product(a, limb(right, 2)), product(q, limb(modulus, 2))))
    t2 = i64x2.add(t3, i64x2.add(product(a, limb(right, 3)), product(q, limb(modulus, 3))))
    t3 = i64x2.add(t4, i64x2.add(product(a, limb(right, 4)), product(q, limb(modulus, 4))))
    t4 = i64x2.add(t5, i64x2.add(product(a, limb(right, 5)), product(q, limb(modulus, 5))))
    t5 = i64x2.add(t6, i64x2.add(product(a, limb(right, 6)), product(q, limb(modulus, 6))))
    t6 = i64x2.add(t7, i64x2.add(product(a, limb(right, 7)), product(q, limb(modulus, 7))))
    t7 = i64x2.add(t8, i64x2.add(product(a, limb(right, 8)), product(q, limb(modulus, 8))))
  }
  settle(to, t0, t1, t2, t3, t4, t5, t6, t7, t8)
}

export function squareOf(to: usize, from: usize): void {
  // (a + bi)² = (a + b)(a - b) + 2abi
  for (let at: usize = 0; at < size; at += 16) {
    const x = v128.load(from + at)
    const real = v128.shuffle<i32>(x, x, 0, 0, 2, 2)
    const imaginary = v128.shuffle<i32>(x, x, 1, 1, 3, 3)
    v128.store(first + at, i32x4.add(real, v128.and(imaginary, i32x4(-1, 0, -1, 0))))
    v128.store(second + at, i32x4.add(x, realNegated(imaginary)))
  }
  multiplyParts(to, first, second)
}

/** An element times one whose parts are both the same number. */
export function scale(to: usize, element: usize, factor: usize): void {
  multiplyParts(to, element, factor)
}

/** Brings limbs of up to four times what they should be back. */
// @ts-ignore: decorator
@inline
function normalised(to: usize, x0: v128, x1: v128, x2: v128, x3: v128, x4: v128): void {
  const half = i32x4.splat(1 << 28)
  const c0 = i32x4.shr_s(i32x4.add(x0, half), 29)
  const c1 = i32x4.shr_s(i32x4.add(x1, half), 29)
  const c2 = i32x4.shr_s(i32x4.add(x2, half), 29)
  const c3 = i32x4.shr_s(i32x4.add(x3, half), 29)
  const zero = i32x4.splat(0)
  v128.store(to, next(x0, zero, c0), 0)
  v128.store(to, next(x1, c0, c1), 16)
  v128.store(to, next(x2, c1, c2), 32)
  v128.store(to, next(x3, c2, c3), 48)
  v128.store(to, next(x4, c3, zero), 64)
}

/** Two limbs less what they hand on, and with what is handed on to them. */
// @ts-ignore: decorator
@inline
function next(x: v128, before: v128, own: v128): v128 {
  return i32x4.add(i32x4.sub(x, i32x4.shl(own, 29)), v128.shuffle<i64>(before, own, 1, 2))
}

export function add(to: usize, left: usize, right: usize): void {
  normalised(
    to,
    i32x4.add(v128.load(left, 0), v128.load(right, 0)),
    i32x4.add(v128.load(left, 16), v128.load(right, 16)),
    i32x4.add(v128.load(left, 32), v128.load(right, 32)),
    i32x4.add(v128.load(left, 48), v128.load(right, 48)),
    i32x4.add(v128.load(left, 64), v128.load(right, 64)),
  )
}

/** The sum as a factor only: its limbs are twice as large. */
export function addRaw(to: usize, left: usize, right: usize): void {
  for (let at: usize = 0; at < size; at += 16) {
    v128.store(to + at, i32x4.add(v128.load(left + at), v128.load(right + at)))
  }
}

/** left - right - other. */
export function subtractBoth(to: usize, left: usize, right: usize, other: usize): void {
  normalised(
    to,
    i32x4.sub(i32x4.sub(v128.load(left, 0), v128.load(right, 0)), v128.load(other, 0)),
    i32x4.sub(i32x4.sub(v128.load(left, 16), v128.load(right, 16)), v128.load(other, 16)),
    i32x4.sub(i32x4.sub(v128.load(left, 32), v128.load(right, 32)), v128.load(other, 32)),
    i32x4.sub(i32x4.sub(v128.load(left, 48), v128.load(right, 48)), v128.load(other, 48)),
    i32x4.sub(i32x4.sub(v128.load(left, 64), v128.load(right, 64)), v128.load(other, 64)),
  )
}

export function subtract(to: usize, left: usize, right: usize): void {
  normalised(
    to,
    i32x4.sub(v128.load(left, 0), v128.load(right, 0)),
    i32x4.sub(v128.load(left, 16), v128.load(right, 16)),
    i32x4.sub(v128.load(left, 32), v128.load(right, 32)),
    i32x4.sub(v128.load(left, 48), v128.load(right, 48)),
    i32x4.sub(v128.load(left, 64), v128.load(right, 64)),
  )
}

export function negate(to: usize, from: usize): void {
  for (let at: usize = 0; at < size; at += 16) v128.store(to + at, i32x4.neg(v128.load(from + at)))
}

export function conjugate(to: usize, from: usize): void {
  for (let at: usize = 0; at < size; at += 16) {
    const x = v128.load(from + at)
    const sign = i32x4(0, -1, 0, -1)
    v128.store(to + at, i32x4.sub(v128.xor(x, sign), sign))
  }
}

// @ts-ignore: decorator
@inline
export function copy(to: usize, from: usize): void {
  memory.copy(to, from, size)
}

/** Times real + imaginary i, which are small, as the number nearest to 0. */
export function multiplySmall(to: usize, from: usize, real: i32, imaginary: i32): void {
  const r = i32x4(real, real, 0, 0)
  const i = i32x4(-imaginary, imaginary, 0, 0)
  let t0 = smallProduct(limb(from, 0), r, i)
  let t1 = smallProduct(limb(from, 1), r, i)
  let t2 = smallProduct(limb(from, 2), r, i)
  let t3 = smallProduct(limb(from, 3), r, i)
  let t4 = smallProduct(limb(from, 4), r, i)
  let t5 = smallProduct(limb(from, 5), r, i)
  let t6 = smallProduct(limb(from, 6), r, i)
  let t7 = smallProduct(limb(from, 7), r, i)
  let t8 = smallProduct(limb(from, 8), r, i)
  const high = f64x2.convert_low_i32x4_s(v128.shuffle<i32>(t8, t8, 0, 2, 0, 2))
  const q = i32x4.trunc_sat_f64x2_s_zero(
    f64x2.nearest(f64x2.mul(high, f64x2.splat(1.0 / highestLimb))),
  )
  t0 = above(t0, base, q, limb(modulus, 0))
  t1 = above(t1, upperBase, q, limb(modulus, 1))
  t2 = above(t2, upperBase, q, limb(modulus, 2))
  t3 = above(t3, upperBase, q, limb(modulus, 3))
  t4 = above(t4, upperBase, q, limb(modulus, 4))
  t5 = above(t5, upperBase, q, limb(modulus, 5))
  t6 = above(t6, upperBase, q, limb(modulus, 6))
  t7 = above(t7, upperBase, q, limb(modulus, 7))
  t8 = above(t8, upperBase, q, limb(modulus, 8))
  settle(to, t0, t1, t2, t3, t4, t5, t6, t7, t8)
}

// @ts-ignore: decorator
@inline
function above(sum: v128, start: i64, quotient: v128, limb: v128): v128 {
  return i64x2.sub(i64x2.add(sum, i64x2.splat(start)), product(quotient, limb))
}

// @ts-ignore: decorator
@inline
function smallProduct(x: v128, real: v128, imaginary: v128): v128 {
  return i64x2.add(product(x, real), product(swapped(x), imaginary))
}

/** The congruent number nearest to 0. */
export function reduce(element: usize): void {
  multiplySmall(element, element, 1, 0)
}

/** Times 9 + i, of which the tower's next floor takes the third root. */
export function multiplyXi(to: usize, from: usize): void {
  multiplySmall(to, from, 9, 1)
}
