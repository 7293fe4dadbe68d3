// Elements of alt_bn128's field and its extension by i as a whole; limbs.ts says how they stand in memory.
import {
  conjugate, limbBytes, limbs, mask, multiply, reduce, size, squareOf, subtract,
} from './limbs'

/** 2^522 modulo the modulus: what a number is multiplied by to be in Montgomery's form. */
// prettier-ignore
const square = memory.data<i32>([
  94088208, 0, 219480995, 0, 25171640, 0, 279645352, 0, 40052281, 0,
  46143135, 0, 379321683, 0, 294034764, 0, 2757030, 0, 0, 0,
], 16)

/** 1 as it is, not in Montgomery's form. */
const plainOne = memory.data<i32>([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], 16)

/** The modulus minus 2, as 64-bit words from the lowest. */
const modulusMinus2 = memory.data<u64>([
  0x3c208c16d87cfd45, 0x97816a916871ca8d, 0xb85045b68181585d, 0x30644e72e131a029,
])

const third = memory.data(80, 16)
const norm = memory.data(80, 16)

/** An element to the power of four words of 64 bits. Not into itself. */
export function power(to: usize, from: usize, exponent: usize): void {
  one(to)
  for (let bit: i32 = 253; bit >= 0; bit--) {
    squareOf(to, to)
    const word = load<u64>(exponent + (usize(bit >> 6) << 3))
    if ((word >> u64(bit & 63)) & 1) multiply(to, to, from)
  }
}

/** 1 / element. Not into itself. */
export function invert(to: usize, from: usize): void {
  // The conjugate over a² + b².
  conjugate(third, from)
  multiply(norm, third, from)
  power(to, norm, modulusMinus2)
  multiply(to, to, third)
}

export function one(to: usize): void {
  multiply(to, plainOne, square)
}

/** Whether it is congruent to 0. */
export function isZero(element: usize): bool {
  // Out of Montgomery's form it is 0 or the modulus itself: limbs are unique there.
  multiply(norm, element, plainOne)
  reduce(norm)
  for (let at: usize = 0; at < size; at += 8) if (load<u64>(norm + at) != 0) return false
  return true
}

export function isEqual(left: usize, right: usize): bool {
  subtract(third, left, right)
  return isZero(third)
}

/** Reads two numbers of 32 bytes, big-endian. */
export function read(to: usize, real: usize, imaginary: usize): void {
  readPart(to, real)
  readPart(to + 4, imaginary)
  store<u64>(to, 0, 72)
  multiply(to, to, square)
}

/** Reads one number into both parts. */
export function readTwice(to: usize, from: usize): void {
  readPart(to, from)
  for (let at: usize = 0; at < size; at += limbBytes) store<i32>(to + at, 0, 4)
  store<u64>(to, 0, 72)
  multiply(to, to, square)
  for (let at: usize = 0; at < size; at += limbBytes) store<i32>(to + at, load<i32>(to + at), 4)
}

function readPart(to: usize, from: usize): void {
  for (let index: usize = 0; index < limbs; index++) {
    const bit = index * 29
    const at = from + 24 - ((bit >> 6) << 3)
    const offset = u64(bit & 63)
    let word = bswap<u64>(load<u64>(at)) >> offset
    if (offset > 35 && bit < 192) word |= bswap<u64>(load<u64>(at - 8)) << (64 - offset)
    store<i32>(to + index * limbBytes, i32(word & u64(mask)))
  }
}
