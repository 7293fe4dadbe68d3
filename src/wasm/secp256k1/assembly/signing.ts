// Signs a hash (SEC 1, 4.1.3) with the number that RFC 6979 derives from it and the key, so that a key signs a
// hash in one way only, and with the lower one of the two s (EIP-2). How long it takes may tell of the key:
// those of a devnet are no secrets.

import { writeMultiple } from './base'
import { invertModuloN } from './inverse'
import { multiplyScalars, negate, order } from './scalars'
import { HASH, setKey, writeCode } from './sha256'
import { add, isBelow, isZero, subtract, swapBytes, WORD } from './words'

/** (n - 1) / 2. */
// prettier-ignore
const half = memory.data<u64>([
  0xdfe92f46681b20a0, 0x5d576e7357a4501d, 0xffffffffffffffff, 0x7fffffffffffffff,
])

const z = memory.data(WORD, 16)
const d = memory.data(WORD, 16)
const k = memory.data(WORD, 16)
const point = memory.data(2 * WORD, 16)
const s = memory.data(WORD, 16)

/** K of RFC 6979, and V with what is hashed behind it: a byte, the key, and the hash modulo n. */
const code = memory.data(HASH, 16)
const text = memory.data(HASH + 1 + 2 * HASH, 16)
const behind = text + HASH + 1

/** Whether a word is a private key: not zero, and below n. */
function isKey(at: usize): bool {
  return !isZero(at) && isBelow(at, order)
}

/** Writes x and y of the public key, big-endian; false for what is no private key, big-endian too. */
export function writePublicKey(to: usize, privateKey: usize): bool {
  swapBytes(d, privateKey)
  if (!isKey(d)) return false
  writeMultiple(point, d)
  swapBytes(to, point)
  swapBytes(to + WORD, point + WORD)
  return true
}

/**
 * Writes r and s, big-endian, and gives the recovery: 1 where y is odd, 2 where x is r + n. -1 for what is no
 * private key. All big-endian.
 */
export function writeSignature(to: usize, hash: usize, privateKey: usize): i32 {
  swapBytes(z, hash)
  if (!isBelow(z, order)) subtract(z, z, order)
  swapBytes(d, privateKey)
  if (!isKey(d)) return -1
  begin(privateKey)
  let recovery = next()
  while (recovery < 0) {
    refuse()
    recovery = next()
  }
  swapBytes(to, point)
  swapBytes(to + WORD, s)
  return recovery
}

/** RFC 6979, 3.2, steps b to g. */
function begin(privateKey: usize): void {
  memory.fill(text, 1, HASH)
  memory.fill(code, 0, HASH)
  memory.copy(behind, privateKey, HASH)
  swapBytes(behind + HASH, z)
  setKey(code)
  for (let round: u8 = 0; round < 2; round++) {
    store<u8>(text, round, HASH)
    extend(HASH + 1 + 2 * HASH)
  }
}

/** Makes the next K of V and what is behind it, and the next V with it. */
function extend(length: usize): void {
  writeCode(code, text, length)
  setKey(code)
  writeCode(text, text, HASH)
}

/** Step h: another k, and what comes of it. */
function next(): i32 {
  writeCode(text, text, HASH)
  swapBytes(k, text)
  return isKey(k) ? attempt() : -1
}

/** The last of step h, after a k that is of no use. */
function refuse(): void {
  store<u8>(text, 0, HASH)
  extend(HASH + 1)
}

/** r at `point` and s for k, with the recovery; -1 where one is zero. */
function attempt(): i32 {
  writeMultiple(point, k)
  let recovery = i32(load<u32>(point + WORD) & 1)
  if (!isBelow(point, order)) {
    subtract(point, point, order)
    recovery |= 2
  }
  if (isZero(point)) return -1
  // (z + r d) / k
  multiplyScalars(s, point, d)
  const carry = add(s, s, z)
  if (carry != 0 || !isBelow(s, order)) subtract(s, s, order)
  invertModuloN(k, k)
  multiplyScalars(s, s, k)
  if (isZero(s)) return -1
  if (!isBelow(half, s)) return recovery
  negate(s)
  return recovery ^ 1
}
