// Products of numbers modulo p = 2^256 - 2^32 - 977, the field of the curve: nine limbs of 29 bits, the
// lowest first, each a signed number of 32 bits in memory. The top limb has 24 bits, so what is above 2^256
// comes out of it by a shift.
//
// Sums are not carried on: a number "of size k" has limbs of up to k 2^28 either way, and a little more. A
// product gives size 1. It takes sizes whose product, or the sum of these where it has two, is at most 14:
// a column is the sum of eight products of full limbs at most, and 14 x 8 x 2^56 is below 2^63.

const mask: i64 = (1 << 29) - 1
const topMask: i64 = (1 << 24) - 1
const half: i64 = 1 << 28
const topHalf: i64 = 1 << 23
/** 2^256 is 2^32 + 977, and 2^32 is 8 in the next limb. */
const folded: i64 = 977
/** 2^261 is 2^37 + this, and 2^37 is 2^8 in the next limb. */
const foldedColumn: i64 = 31_264

// @ts-ignore: decorator
@inline
function limb(at: usize, index: usize): i64 {
  return i64(load<i32>(at + (index << 2)))
}

// @ts-ignore: decorator
@inline
function setLimb(at: usize, index: usize, value: i64): void {
  store<i32>(at + (index << 2), i32(value))
}

/** A number of size 1 out of columns. Column 9 on is folded into those nine below it. */
// @ts-ignore: decorator
@inline
// prettier-ignore
function reduce(
  to: usize,
  c0: i64, c1: i64, c2: i64, c3: i64, c4: i64, c5: i64, c6: i64, c7: i64, c8: i64,
  c9: i64, c10: i64, c11: i64, c12: i64, c13: i64, c14: i64, c15: i64, c16: i64,
): void {
  const d10 = c10 + (c9 >> 29)
  const d11 = c11 + (d10 >> 29)
  const d12 = c12 + (d11 >> 29)
  const d13 = c13 + (d12 >> 29)
  const d14 = c14 + (d13 >> 29)
  const d15 = c15 + (d14 >> 29)
  const d16 = c16 + (d15 >> 29)
  const high0 = c9 & mask
  const high1 = d10 & mask
  const high2 = d11 & mask
  const high3 = d12 & mask
  const high4 = d13 & mask
  const high5 = d14 & mask
  const high6 = d15 & mask
  const high7 = d16 & mask
  const high8 = d16 >> 29
  // Half of a limb is added to each, and taken away from what is left of it: so that is half of one at most.
  const x0 = c0 + high0 * foldedColumn + half
  const x1 = c1 + high1 * foldedColumn + (high0 << 8) + (x0 >> 29) + half
  const x2 = c2 + high2 * foldedColumn + (high1 << 8) + (x1 >> 29) + half
  const x3 = c3 + high3 * foldedColumn + (high2 << 8) + (x2 >> 29) + half
  const x4 = c4 + high4 * foldedColumn + (high3 << 8) + (x3 >> 29) + half
  const x5 = c5 + high5 * foldedColumn + (high4 << 8) + (x4 >> 29) + half
  const x6 = c6 + high6 * foldedColumn + (high5 << 8) + (x5 >> 29) + half
  const x7 = c7 + high7 * foldedColumn + (high6 << 8) + (x6 >> 29) + half
  const x8 = c8 + high8 * foldedColumn + (high7 << 8) + (x7 >> 29) + topHalf
  // What is above 2^256: below 2^48, so that 22 bits of it at most come as far as limb 2.
  const over = (x8 >> 24) + (high8 << 13)
  const y0 = (x0 & mask) + over * folded
  const y1 = (x1 & mask) + (over << 3) + (y0 >> 29)
  setLimb(to, 0, (y0 & mask) - half)
  setLimb(to, 1, (y1 & mask) - half)
  setLimb(to, 2, (x2 & mask) - half + (y1 >> 29))
  setLimb(to, 3, (x3 & mask) - half)
  setLimb(to, 4, (x4 & mask) - half)
  setLimb(to, 5, (x5 & mask) - half)
  setLimb(to, 6, (x6 & mask) - half)
  setLimb(to, 7, (x7 & mask) - half)
  setLimb(to, 8, (x8 & topMask) - topHalf)
}

/** a b. `to` may be any of the operands, here and below. */
export function multiply(to: usize, a: usize, b: usize): void {
  const a0 = limb(a, 0)
  const a1 = limb(a, 1)
  const a2 = limb(a, 2)
  const a3 = limb(a, 3)
  const a4 = limb(a, 4)
  const a5 = limb(a, 5)
  const a6 = limb(a, 6)
  const a7 = limb(a, 7)
  const a8 = limb(a, 8)
  const b0 = limb(b, 0)
  const b1 = limb(b, 1)
  const b2 = limb(b, 2)
  const b3 = limb(b, 3)
  const b4 = limb(b, 4)
  const b5 = limb(b, 5)
  const b6 = limb(b, 6)
  const b7 = limb(b, 7)
  const b8 = limb(b, 8)
  const c0 = a0 * b0
  const c1 = a0 * b1 + a1 * b0
  const c2 = a0 * b2 + a1 * b1 + a2 * b0
  const c3 = a0 * b3 + a1 * b2 + a2 * b1 + a3 * b0
  const c4 = a0 * b4 + a1 * b3 + a2 * b2 + a3 * b1 + a4 * b0
  const c5 = a0 * b5 + a1 * b4 + a2 * b3 + a3 * b2 + a4 * b1 + a5 * b0
  const c6 = a0 * b6 + a1 * b5 + a2 * b4 + a3 * b3 + a4 * b2 + a5 * b1 + a6 * b0
  const c7 = a0 * b7 + a1 * b6 + a2 * b5 + a3 * b4 + a4 * b3 + a5 * b2 + a6 * b1 + a7 * b0
  const c8 = a0 * b8 + a1 * b7 + a2 * b6 + a3 * b5 + a4 * b4 + a5 * b3 + a6 * b2 + a7 * b1 + a8 * b0
  const c9 = a1 * b8 + a2 * b7 + a3 * b6 + a4 * b5 + a5 * b4 + a6 * b3 + a7 * b2 + a8 * b1
  const c10 = a2 * b8 + a3 * b7 + a4 * b6 + a5 * b5 + a6 * b4 + a7 * b3 + a8 * b2
  const c11 = a3 * b8 + a4 * b7 + a5 * b6 + a6 * b5 + a7 * b4 + a8 * b3
  const c12 = a4 * b8 + a5 * b7 + a6 * b6 + a7 * b5 + a8 * b4
  const c13 = a5 * b8 + a6 * b7 + a7 * b6 + a8 * b5
  const c14 = a6 * b8 + a7 * b7 + a8 * b6
  const c15 = a7 * b8 + a8 * b7
  const c16 = a8 * b8
  reduce(to, c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15, c16)
}

/** a b - d e */
export function multiplyMinusProduct(to: usize, a: usize, b: usize, d: usize, e: usize): void {
  const a0 = limb(a, 0)
  const a1 = limb(a, 1)
  const a2 = limb(a, 2)
  const a3 = limb(a, 3)
  const a4 = limb(a, 4)
  const a5 = limb(a, 5)
  const a6 = limb(a, 6)
  const a7 = limb(a, 7)
  const a8 = limb(a, 8)
  const b0 = limb(b, 0)
  const b1 = limb(b, 1)
  const b2 = limb(b, 2)
  const b3 = limb(b, 3)
  const b4 = limb(b, 4)
  const b5 = limb(b, 5)
  const b6 = limb(b, 6)
  const b7 = limb(b, 7)
  const b8 = limb(b, 8)
  const d0 = limb(d, 0)
  const d1 = limb(d, 1)
  const d2 = limb(d, 2)
  const d3 = limb(d, 3)
  const d4 = limb(d, 4)
  const d5 = limb(d, 5)
  const d6 = limb(d, 6)
  const d7 = limb(d, 7)
  const d8 = limb(d, 8)
  const e0 = limb(e, 0)
  const e1 = limb(e, 1)
  const e2 = limb(e, 2)
  const e3 = limb(e, 3)
  const e4 = limb(e, 4)
  const e5 = limb(e, 5)
  const e6 = limb(e, 6)
  const e7 = limb(e, 7)
  const e8 = limb(e, 8)
  const c0 = a0 * b0 - d0 * e0
  const c1 = a0 * b1 + a1 * b0 - d0 * e1 - d1 * e0
  const c2 = a0 * b2 + a1 * b1 + a2 * b0 - d0 * e2 - d1 * e1 - d2 * e0
  const c3 = a0 * b3 + a1 * b2 + a2 * b1 + a3 * b0 - d0 * e3 - d1 * e2 - d2 * e1 - d3 * e0
  const c4 =
    a0 * b4 + a1 * b3 + a2 * b2 + a3 * b1 + a4 * b0
    - d0 * e4 - d1 * e3 - d2 * e2 - d3 * e1 - d4 * e0
  const c5 =
    a0 * b5 + a1 * b4 + a2 * b3 + a3 * b2 + a4 * b1 + a5 * b0
    - d0 * e5 - d1 * e4 - d2 * e3 - d3 * e2 - d4 * e1 - d5 * e0
  const c6 =
    a0 * b6 + a1 * b5 + a2 * b4 + a3 * b3 + a4 * b2 + a5 * b1 + a6 * b0
    - d0 * e6 - d1 * e5 - d2 * e4 - d3 * e3 - d4 * e2 - d5 * e1 - d6 * e0
  const c7 =
    a0 * b7 + a1 * b6 + a2 * b5 + a3 * b4 + a4 * b3 + a5 * b2 + a6 * b1 + a7 * b0
    - d0 * e7 - d1 * e6 - d2 * e5 - d3 * e4 - d4 * e3 - d5 * e2 - d6 * e1 - d7 * e0
  const c8 =
    a0 * b8 + a1 * b7 + a2 * b6 + a3 * b5 + a4 * b4 + a5 * b3 + a6 * b2 + a7 * b1 + a8 * b0
    - d0 * e8 - d1 * e7 - d2 * e6 - d3 * e5 - d4 * e4 - d5 * e3 - d6 * e2 - d7 * e1 - d8 * e0
  const c9 =
    a1 * b8 + a2 * b7 + a3 * b6 + a4 * b5 + a5 * b4 + a6 * b3 + a7 * b2 + a8 * b1
    - d1 * e8 - d2 * e7 - d3 * e6 - d4 * e5 - d5 * e4 - d6 * e3 - d7 * e2 - d8 * e1
  const c10 =
    a2 * b8 + a3 * b7 + a4 * b6 + a5 * b5 + a6 * b4 + a7 * b3 + a8 * b2
    - d2 * e8 - d3 * e7 - d4 * e6 - d5 * e5 - d6 * e4 - d7 * e3 - d8 * e2
  const c11 =
    a3 * b8 + a4 * b7 + a5 * b6 + a6 * b5 + a7 * b4 + a8 * b3
    - d3 * e8 - d4 * e7 - d5 * e6 - d6 * e5 - d7 * e4 - d8 * e3
  const c12 =
    a4 * b8 + a5 * b7 + a6 * b6 + a7 * b5 + a8 * b4
    - d4 * e8 - d5 * e7 - d6 * e6 - d7 * e5 - d8 * e4
  const c13 = a5 * b8 + a6 * b7 + a7 * b6 + a8 * b5 - d5 * e8 - d6 * e7 - d7 * e6 - d8 * e5
  const c14 = a6 * b8 + a7 * b7 + a8 * b6 - d6 * e8 - d7 * e7 - d8 * e6
  const c15 = a7 * b8 + a8 * b7 - d7 * e8 - d8 * e7
  const c16 = a8 * b8 - d8 * e8
  reduce(to, c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15, c16)
}

/** a b - 2 d d */
export function multiplyMinusTwiceSquare(to: usize, a: usize, b: usize, d: usize): void {
  const a0 = limb(a, 0)
  const a1 = limb(a, 1)
  const a2 = limb(a, 2)
  const a3 = limb(a, 3)
  const a4 = limb(a, 4)
  const a5 = limb(a, 5)
  const a6 = limb(a, 6)
  const a7 = limb(a, 7)
  const a8 = limb(a, 8)
  const b0 = limb(b, 0)
  const b1 = limb(b, 1)
  const b2 = limb(b, 2)
  const b3 = limb(b, 3)
  const b4 = limb(b, 4)
  const b5 = limb(b, 5)
  const b6 = limb(b, 6)
  const b7 = limb(b, 7)
  const b8 = limb(b, 8)
  const d0 = limb(d, 0)
  const d1 = limb(d, 1)
  const d2 = limb(d, 2)
  const d3 = limb(d, 3)
  const d4 = limb(d, 4)
  const d5 = limb(d, 5)
  const d6 = limb(d, 6)
  const d7 = limb(d, 7)
  const d8 = limb(d, 8)
  const twice0 = d0 << 1
  const twice1 = d1 << 1
  const twice2 = d2 << 1
  const twice3 = d3 << 1
  const twice4 = d4 << 1
  const twice5 = d5 << 1
  const twice6 = d6 << 1
  const twice7 = d7 << 1
  const twice8 = d8 << 1
  const c0 = a0 * b0 - twice0 * d0
  const c1 = a0 * b1 + a1 * b0 - twice0 * twice1
  const c2 = a0 * b2 + a1 * b1 + a2 * b0 - twice0 * twice2 - twice1 * d1
  const c3 = a0 * b3 + a1 * b2 + a2 * b1 + a3 * b0 - twice0 * twice3 - twice1 * twice2
  const c4 =
    a0 * b4 + a1 * b3 + a2 * b2 + a3 * b1 + a4 * b0
    - twice0 * twice4 - twice1 * twice3 - twice2 * d2
  const c5 =
    a0 * b5 + a1 * b4 + a2 * b3 + a3 * b2 + a4 * b1 + a5 * b0
    - twice0 * twice5 - twice1 * twice4 - twice2 * twice3
  const c6 =
    a0 * b6 + a1 * b5 + a2 * b4 + a3 * b3 + a4 * b2 + a5 * b1 + a6 * b0
    - twice0 * twice6 - twice1 * twice5 - twice2 * twice4 - twice3 * d3
  const c7 =
    a0 * b7 + a1 * b6 + a2 * b5 + a3 * b4 + a4 * b3 + a5 * b2 + a6 * b1 + a7 * b0
    - twice0 * twice7 - twice1 * twice6 - twice2 * twice5 - twice3 * twice4
  const c8 =
    a0 * b8 + a1 * b7 + a2 * b6 + a3 * b5 + a4 * b4 + a5 * b3 + a6 * b2 + a7 * b1 + a8 * b0
    - twice0 * twice8 - twice1 * twice7 - twice2 * twice6 - twice3 * twice5 - twice4 * d4
  const c9 =
    a1 * b8 + a2 * b7 + a3 * b6 + a4 * b5 + a5 * b4 + a6 * b3 + a7 * b2 + a8 * b1
    - twice1 * twice8 - twice2 * twice7 - twice3 * twice6 - twice4 * twice5
  const c10 =
    a2 * b8 + a3 * b7 + a4 * b6 + a5 * b5 + a6 * b4 + a7 * b3 + a8 * b2
    - twice2 * twice8 - twice3 * twice7 - twice4 * twice6 - twice5 * d5
  const c11 =
    a3 * b8 + a4 * b7 + a5 * b6 + a6 * b5 + a7 * b4 + a8 * b3
    - twice3 * twice8 - twice4 * twice7 - twice5 * twice6
  const c12 =
    a4 * b8 + a5 * b7 + a6 * b6 + a7 * b5 + a8 * b4
    - twice4 * twice8 - twice5 * twice7 - twice6 * d6
  const c13 = a5 * b8 + a6 * b7 + a7 * b6 + a8 * b5 - twice5 * twice8 - twice6 * twice7
  const c14 = a6 * b8 + a7 * b7 + a8 * b6 - twice6 * twice8 - twice7 * d7
  const c15 = a7 * b8 + a8 * b7 - twice7 * twice8
  const c16 = a8 * b8 - twice8 * d8
  reduce(to, c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15, c16)
}

/** a a */
export function square(to: usize, a: usize): void {
  const a0 = limb(a, 0)
  const a1 = limb(a, 1)
  const a2 = limb(a, 2)
  const a3 = limb(a, 3)
  const a4 = limb(a, 4)
  const a5 = limb(a, 5)
  const a6 = limb(a, 6)
  const a7 = limb(a, 7)
  const a8 = limb(a, 8)
  const twice0 = a0 << 1
  const twice1 = a1 << 1
  const twice2 = a2 << 1
  const twice3 = a3 << 1
  const twice4 = a4 << 1
  const twice5 = a5 << 1
  const twice6 = a6 << 1
  const twice7 = a7 << 1
  const c0 = a0 * a0
  const c1 = twice0 * a1
  const c2 = twice0 * a2 + a1 * a1
  const c3 = twice0 * a3 + twice1 * a2
  const c4 = twice0 * a4 + twice1 * a3 + a2 * a2
  const c5 = twice0 * a5 + twice1 * a4 + twice2 * a3
  const c6 = twice0 * a6 + twice1 * a5 + twice2 * a4 + a3 * a3
  const c7 = twice0 * a7 + twice1 * a6 + twice2 * a5 + twice3 * a4
  const c8 = twice0 * a8 + twice1 * a7 + twice2 * a6 + twice3 * a5 + a4 * a4
  const c9 = twice1 * a8 + twice2 * a7 + twice3 * a6 + twice4 * a5
  const c10 = twice2 * a8 + twice3 * a7 + twice4 * a6 + a5 * a5
  const c11 = twice3 * a8 + twice4 * a7 + twice5 * a6
  const c12 = twice4 * a8 + twice5 * a7 + a6 * a6
  const c13 = twice5 * a8 + twice6 * a7
  const c14 = twice6 * a8 + a7 * a7
  const c15 = twice7 * a8
  const c16 = a8 * a8
  reduce(to, c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15, c16)
}

/** a a - less, which may be of size 7. */
export function squareMinus(to: usize, a: usize, less: usize): void {
  const a0 = limb(a, 0)
  const a1 = limb(a, 1)
  const a2 = limb(a, 2)
  const a3 = limb(a, 3)
  const a4 = limb(a, 4)
  const a5 = limb(a, 5)
  const a6 = limb(a, 6)
  const a7 = limb(a, 7)
  const a8 = limb(a, 8)
  const twice0 = a0 << 1
  const twice1 = a1 << 1
  const twice2 = a2 << 1
  const twice3 = a3 << 1
  const twice4 = a4 << 1
  const twice5 = a5 << 1
  const twice6 = a6 << 1
  const twice7 = a7 << 1
  const c0 = a0 * a0 - limb(less, 0)
  const c1 = twice0 * a1 - limb(less, 1)
  const c2 = twice0 * a2 + a1 * a1 - limb(less, 2)
  const c3 = twice0 * a3 + twice1 * a2 - limb(less, 3)
  const c4 = twice0 * a4 + twice1 * a3 + a2 * a2 - limb(less, 4)
  const c5 = twice0 * a5 + twice1 * a4 + twice2 * a3 - limb(less, 5)
  const c6 = twice0 * a6 + twice1 * a5 + twice2 * a4 + a3 * a3 - limb(less, 6)
  const c7 = twice0 * a7 + twice1 * a6 + twice2 * a5 + twice3 * a4 - limb(less, 7)
  const c8 = twice0 * a8 + twice1 * a7 + twice2 * a6 + twice3 * a5 + a4 * a4 - limb(less, 8)
  const c9 = twice1 * a8 + twice2 * a7 + twice3 * a6 + twice4 * a5
  const c10 = twice2 * a8 + twice3 * a7 + twice4 * a6 + a5 * a5
  const c11 = twice3 * a8 + twice4 * a7 + twice5 * a6
  const c12 = twice4 * a8 + twice5 * a7 + a6 * a6
  const c13 = twice5 * a8 + twice6 * a7
  const c14 = twice6 * a8 + a7 * a7
  const c15 = twice7 * a8
  const c16 = a8 * a8
  reduce(to, c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15, c16)
}
