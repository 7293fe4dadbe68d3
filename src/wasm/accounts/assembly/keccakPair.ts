// Keccak-256 of two messages at once, a lane of each in a vector: in 1.1 times the time of one.
import { keccak256 } from '../../interpreter/assembly/keccak'
import { roundConstants, RATE, ROUNDS } from '../../interpreter/assembly/keccakRounds'
import { swapBytes } from '../../interpreter/assembly/word'

export const HASH: usize = 32

/** 25 lanes of both messages, five in a row, before and after a round. */
const state = memory.data(400, 16)
const other = memory.data(400, 16)

/** Permutations of the messages that wait for another one: those of a branch at most. */
const maxBlocks: usize = 4
/** Where its hash goes, how long it is, the message. */
const waitingBytes: usize = 16 + 4 * 136
const messageAt: usize = 16
/** A message for each number of permutations; without one, where its hash goes is zero. */
const waiting = memory.data(4 * (16 + 4 * 136), 16)

/** Hashes `length` bytes at `from`, which may change afterwards, by the time that `hashRest` is called at the latest; the hash has its first byte first. */
export function hashSoon(to: usize, from: usize, length: usize): void {
  const blocks = length / RATE
  if (blocks >= maxBlocks) return hashAlone(to, from, length)
  const one = waiting + blocks * waitingBytes
  const first = load<u32>(one)
  if (first != 0) {
    store<u32>(one, 0)
    hashPair(first, one + messageAt, to, from, load<u32>(one, 4), length)
    return
  }
  store<u32>(one, <u32>to)
  store<u32>(one, <u32>length, 4)
  for (let at: usize = 0; at < length; at += 16) {
    v128.store(one + messageAt + at, v128.load(from + at))
  }
}

export function hashRest(): void {
  for (let one = waiting; one < waiting + maxBlocks * waitingBytes; one += waitingBytes) {
    const to = load<u32>(one)
    if (to == 0) continue
    store<u32>(one, 0)
    hashAlone(to, one + messageAt, load<u32>(one, 4))
  }
}

/** The same as `hashSoon`, at once. */
export function hashAlone(to: usize, from: usize, length: usize): void {
  keccak256(to, from, length)
  // The interpreter has it as a number, its lowest byte first.
  swapBytes(to, to)
}

/** Hashes two messages that take the same number of permutations. */
function hashPair(to: usize, from: usize, otherTo: usize, otherFrom: usize, length: usize, otherLength: usize): void {
  memory.fill(state, 0, 400)
  while (length >= RATE) {
    absorb(state, from, RATE)
    absorb(state + 8, otherFrom, RATE)
    permute()
    from += RATE
    otherFrom += RATE
    length -= RATE
    otherLength -= RATE
  }
  absorbLast(state, from, length)
  absorbLast(state + 8, otherFrom, otherLength)
  permute()
  for (let at: usize = 0; at < HASH; at += 8) {
    store<u64>(to + at, load<u64>(state + 2 * at))
    store<u64>(otherTo + at, load<u64>(state + 2 * at, 8))
  }
}

/** Takes whole lanes in. */
// @ts-ignore: decorator
@inline
function absorb(lanes: usize, from: usize, length: usize): void {
  for (let at: usize = 0; at < length; at += 8) {
    const lane = lanes + 2 * at
    store<u64>(lane, load<u64>(lane) ^ load<u64>(from + at))
  }
}

/** Takes the rest in, less than a permutation does, with what follows every message. */
// @ts-ignore: decorator
@inline
function absorbLast(lanes: usize, from: usize, length: usize): void {
  const whole = length & ~7
  absorb(lanes, from, whole)
  const end: u64 = 1 << ((<u64>length & 7) << 3)
  const lane = lanes + 2 * whole
  store<u64>(lane, load<u64>(lane) ^ ((load<u64>(from + whole) & (end - 1)) | end))
  const last = lanes + 2 * (RATE - 8)
  store<u64>(last, load<u64>(last) ^ 0x8000000000000000)
}

/** The steps theta, rho, pi, chi and iota of each round at once, with the columns of the next one added up meanwhile. */
function permute(): void {
  let from = state
  let to = other
  let column0 = column(0)
  let column1 = column(1)
  let column2 = column(2)
  let column3 = column(3)
  let column4 = column(4)
  for (let round: usize = 0; round < ROUNDS; round++) {
    const mix0 = v128.xor(column4, rotate(column1, 1))
    const mix1 = v128.xor(column0, rotate(column2, 1))
    const mix2 = v128.xor(column1, rotate(column3, 1))
    const mix3 = v128.xor(column2, rotate(column4, 1))
    const mix4 = v128.xor(column3, rotate(column0, 1))
    let b0 = mixed(from, 0, mix0)
    let b1 = rotate(mixed(from, 6, mix1), 44)
    let b2 = rotate(mixed(from, 12, mix2), 43)
    let b3 = rotate(mixed(from, 18, mix3), 21)
    let b4 = rotate(mixed(from, 24, mix4), 14)
    column0 = put(to, 0, v128.xor(chi(b0, b1, b2), v128.load64_splat(roundConstants + (round << 3))))
    column1 = put(to, 1, chi(b1, b2, b3))
    column2 = put(to, 2, chi(b2, b3, b4))
    column3 = put(to, 3, chi(b3, b4, b0))
    column4 = put(to, 4, chi(b4, b0, b1))
    b0 = rotate(mixed(from, 3, mix3), 28)
    b1 = rotate(mixed(from, 9, mix4), 20)
    b2 = rotate(mixed(from, 10, mix0), 3)
    b3 = rotate(mixed(from, 16, mix1), 45)
    b4 = rotate(mixed(from, 22, mix2), 61)
    column0 = v128.xor(column0, put(to, 5, chi(b0, b1, b2)))
    column1 = v128.xor(column1, put(to, 6, chi(b1, b2, b3)))
    column2 = v128.xor(column2, put(to, 7, chi(b2, b3, b4)))
    column3 = v128.xor(column3, put(to, 8, chi(b3, b4, b0)))
    column4 = v128.xor(column4, put(to, 9, chi(b4, b0, b1)))
    b0 = rotate(mixed(from, 1, mix1), 1)
    b1 = rotate(mixed(from, 7, mix2), 6)
    b2 = rotate(mixed(from, 13, mix3), 25)
    b3 = rotate(mixed(from, 19, mix4), 8)
    b4 = rotate(mixed(from, 20, mix0), 18)
    column0 = v128.xor(column0, put(to, 10, chi(b0, b1, b2)))
    column1 = v128.xor(column1, put(to, 11, chi(b1, b2, b3)))
    column2 = v128.xor(column2, put(to, 12, chi(b2, b3, b4)))
    column3 = v128.xor(column3, put(to, 13, chi(b3, b4, b0)))
    column4 = v128.xor(column4, put(to, 14, chi(b4, b0, b1)))
    b0 = rotate(mixed(from, 4, mix4), 27)
    b1 = rotate(mixed(from, 5, mix0), 36)
    b2 = rotate(mixed(from, 11, mix1), 10)
    b3 = rotate(mixed(from, 17, mix2), 15)
    b4 = rotate(mixed(from, 23, mix3), 56)
    column0 = v128.xor(column0, put(to, 15, chi(b0, b1, b2)))
    column1 = v128.xor(column1, put(to, 16, chi(b1, b2, b3)))
    column2 = v128.xor(column2, put(to, 17, chi(b2, b3, b4)))
    column3 = v128.xor(column3, put(to, 18, chi(b3, b4, b0)))
    column4 = v128.xor(column4, put(to, 19, chi(b4, b0, b1)))
    b0 = rotate(mixed(from, 2, mix2), 62)
    b1 = rotate(mixed(from, 8, mix3), 55)
    b2 = rotate(mixed(from, 14, mix4), 39)
    b3 = rotate(mixed(from, 15, mix0), 41)
    b4 = rotate(mixed(from, 21, mix1), 2)
    column0 = v128.xor(column0, put(to, 20, chi(b0, b1, b2)))
    column1 = v128.xor(column1, put(to, 21, chi(b1, b2, b3)))
    column2 = v128.xor(column2, put(to, 22, chi(b2, b3, b4)))
    column3 = v128.xor(column3, put(to, 23, chi(b3, b4, b0)))
    column4 = v128.xor(column4, put(to, 24, chi(b4, b0, b1)))
    const next = from
    from = to
    to = next
  }
}

// @ts-ignore: decorator
@inline
function column(index: usize): v128 {
  const upper = v128.xor(lane(state, index), lane(state, index + 5))
  const lower = v128.xor(lane(state, index + 10), lane(state, index + 15))
  return v128.xor(v128.xor(upper, lower), lane(state, index + 20))
}

// @ts-ignore: decorator
@inline
function lane(at: usize, index: usize): v128 {
  return v128.load(at + (index << 4))
}

// @ts-ignore: decorator
@inline
function mixed(at: usize, index: usize, mix: v128): v128 {
  return v128.xor(lane(at, index), mix)
}

// @ts-ignore: decorator
@inline
function put(at: usize, index: usize, value: v128): v128 {
  v128.store(at + (index << 4), value)
  return value
}

// @ts-ignore: decorator
@inline
function chi(own: v128, next: v128, second: v128): v128 {
  return v128.xor(own, v128.andnot(second, next))
}

// @ts-ignore: decorator
@inline
function rotate(lanes: v128, by: i32): v128 {
  return v128.or(v128.shl<u64>(lanes, by), v128.shr<u64>(lanes, 64 - by))
}
