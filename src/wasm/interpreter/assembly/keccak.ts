// Keccak-256 (the padding of Ethereum, not that of SHA-3).
import { roundConstants, RATE, ROUNDS } from './keccakRounds'
import { swapBytes } from './word'

/**
 * 25 lanes, five in a row, before and after a round. Six of them are kept complemented, by which chi takes few
 * complements ("Keccak implementation overview", 2.2).
 */
const state = memory.data(200, 16)
const other = memory.data(200, 16)

/** Hashes `length` bytes at `from` and leaves the hash as a word at `to`. */
export function keccak256(to: usize, from: usize, length: usize): void {
  memory.fill(state, 0, 200)
  complement()
  while (length >= RATE) {
    for (let at: usize = 0; at < RATE; at += 8) {
      store<u64>(state + at, load<u64>(state + at) ^ load<u64>(from + at))
    }
    permute()
    from += RATE
    length -= RATE
  }
  let at: usize = 0
  for (; at + 8 <= length; at += 8) {
    store<u64>(state + at, load<u64>(state + at) ^ load<u64>(from + at))
  }
  for (; at < length; at++) {
    store<u8>(state + at, load<u8>(state + at) ^ load<u8>(from + at))
  }
  store<u8>(state + length, load<u8>(state + length) ^ 0x01)
  store<u8>(state + RATE - 1, load<u8>(state + RATE - 1) ^ 0x80)
  permute()
  complement()
  swapBytes(to, state)
}

/** Changes the six lanes between what they are and what is kept. */
function complement(): void {
  complementLane(1)
  complementLane(2)
  complementLane(8)
  complementLane(12)
  complementLane(17)
  complementLane(20)
}

// @ts-ignore: decorator
@inline
function complementLane(index: usize): void {
  store<u64>(state + (index << 3), ~lane(state, index))
}

function permute(): void {
  for (let index: usize = 0; index < ROUNDS; index += 2) {
    round(state, other, load<u64>(roundConstants + (index << 3)))
    round(other, state, load<u64>(roundConstants + (index << 3), 8))
  }
}

// @ts-ignore: decorator
@inline
function lane(at: usize, index: usize): u64 {
  return load<u64>(at + (index << 3))
}

// @ts-ignore: decorator
@inline
function column(at: usize, index: usize): u64 {
  return lane(at, index) ^ lane(at, index + 5) ^ lane(at, index + 10) ^ lane(at, index + 15) ^ lane(at, index + 20)
}

// @ts-ignore: decorator
@inline
function row0(to: usize, b0: u64, b1: u64, b2: u64, b3: u64, b4: u64, constant: u64): void {
  store<u64>(to, b0 ^ (b1 | b2) ^ constant, 0)
  store<u64>(to, b1 ^ (~b2 | b3), 8)
  store<u64>(to, b2 ^ (b3 & b4), 16)
  store<u64>(to, b3 ^ (b4 | b0), 24)
  store<u64>(to, b4 ^ (b0 & b1), 32)
}

// @ts-ignore: decorator
@inline
function row1(to: usize, b0: u64, b1: u64, b2: u64, b3: u64, b4: u64): void {
  store<u64>(to, b0 ^ (b1 | b2), 40)
  store<u64>(to, b1 ^ (b2 & b3), 48)
  store<u64>(to, b2 ^ (b3 | ~b4), 56)
  store<u64>(to, b3 ^ (b4 | b0), 64)
  store<u64>(to, b4 ^ (b0 & b1), 72)
}

// @ts-ignore: decorator
@inline
function row2(to: usize, b0: u64, b1: u64, b2: u64, b3: u64, b4: u64): void {
  store<u64>(to, b0 ^ (b1 | b2), 80)
  store<u64>(to, b1 ^ (b2 & b3), 88)
  store<u64>(to, b2 ^ (~b3 & b4), 96)
  store<u64>(to, ~b3 ^ (b4 | b0), 104)
  store<u64>(to, b4 ^ (b0 & b1), 112)
}

// @ts-ignore: decorator
@inline
function row3(to: usize, b0: u64, b1: u64, b2: u64, b3: u64, b4: u64): void {
  store<u64>(to, b0 ^ (b1 & b2), 120)
  store<u64>(to, b1 ^ (b2 | b3), 128)
  store<u64>(to, b2 ^ (~b3 | b4), 136)
  store<u64>(to, ~b3 ^ (b4 & b0), 144)
  store<u64>(to, b4 ^ (b0 | b1), 152)
}

// @ts-ignore: decorator
@inline
function row4(to: usize, b0: u64, b1: u64, b2: u64, b3: u64, b4: u64): void {
  store<u64>(to, b0 ^ (~b1 & b2), 160)
  store<u64>(to, ~b1 ^ (b2 | b3), 168)
  store<u64>(to, b2 ^ (b3 & b4), 176)
  store<u64>(to, b3 ^ (b4 | b0), 184)
  store<u64>(to, b4 ^ (b0 & b1), 192)
}

/** One round, its steps theta, rho, pi, chi and iota at once. */
// @ts-ignore: decorator
@inline
function round(from: usize, to: usize, constant: u64): void {
  const column0 = column(from, 0)
  const column1 = column(from, 1)
  const column2 = column(from, 2)
  const column3 = column(from, 3)
  const column4 = column(from, 4)
  const mix0 = column4 ^ rotl<u64>(column1, 1)
  const mix1 = column0 ^ rotl<u64>(column2, 1)
  const mix2 = column1 ^ rotl<u64>(column3, 1)
  const mix3 = column2 ^ rotl<u64>(column4, 1)
  const mix4 = column3 ^ rotl<u64>(column0, 1)
  row0(
    to,
    lane(from, 0) ^ mix0,
    rotl<u64>(lane(from, 6) ^ mix1, 44),
    rotl<u64>(lane(from, 12) ^ mix2, 43),
    rotl<u64>(lane(from, 18) ^ mix3, 21),
    rotl<u64>(lane(from, 24) ^ mix4, 14),
    constant,
  )
  row1(
    to,
    rotl<u64>(lane(from, 3) ^ mix3, 28),
    rotl<u64>(lane(from, 9) ^ mix4, 20),
    rotl<u64>(lane(from, 10) ^ mix0, 3),
    rotl<u64>(lane(from, 16) ^ mix1, 45),
    rotl<u64>(lane(from, 22) ^ mix2, 61),
  )
  row2(
    to,
    rotl<u64>(lane(from, 1) ^ mix1, 1),
    rotl<u64>(lane(from, 7) ^ mix2, 6),
    rotl<u64>(lane(from, 13) ^ mix3, 25),
    rotl<u64>(lane(from, 19) ^ mix4, 8),
    rotl<u64>(lane(from, 20) ^ mix0, 18),
  )
  row3(
    to,
    rotl<u64>(lane(from, 4) ^ mix4, 27),
    rotl<u64>(lane(from, 5) ^ mix0, 36),
    rotl<u64>(lane(from, 11) ^ mix1, 10),
    rotl<u64>(lane(from, 17) ^ mix2, 15),
    rotl<u64>(lane(from, 23) ^ mix3, 56),
  )
  row4(
    to,
    rotl<u64>(lane(from, 2) ^ mix2, 62),
    rotl<u64>(lane(from, 8) ^ mix3, 55),
    rotl<u64>(lane(from, 14) ^ mix4, 39),
    rotl<u64>(lane(from, 15) ^ mix0, 41),
    rotl<u64>(lane(from, 21) ^ mix1, 2),
  )
}
