// The compression function of BLAKE2b (RFC 7693, 3.2) with any number of rounds: EIP-152. Two words of 64
// bits stand in each vector: the rows of the state are a, b, c and d, two vectors each.

/** The state h, the message block, the offset counters and the final flag, as EIP-152 has them. */
const input = memory.data(64 + 128 + 16 + 8, 16)
/** The message's words in the order in which each of ten rounds takes them. */
const schedule = memory.data(10 * 128, 16)
/** The rows between two calls of `mix`. */
const rows = memory.data(128, 16)

// prettier-ignore
const sigma = memory.data<u8>([
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
  14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3,
  11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4,
  7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8,
  9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13,
  2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9,
  12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11,
  13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10,
  6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5,
  10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0,
])

const start = memory.data<u64>([
  0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1,
  0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179,
])

export function inputStart(): usize {
  return input
}

/** Makes the rows and the schedule of what the input is. */
export function begin(): void {
  memory.copy(rows, input, 64)
  memory.copy(rows + 64, start, 64)
  store<u64>(rows, load<u64>(rows, 96) ^ load<u64>(input, 192), 96)
  store<u64>(rows, load<u64>(rows, 104) ^ load<u64>(input, 200), 104)
  if (load<u8>(input, 208) != 0) store<u64>(rows, ~load<u64>(rows, 112), 112)
  for (let round: usize = 0; round < 160; round += 16) {
    const order = sigma + round
    const to = schedule + (round << 3)
    // First the words that columns take first, then those that they take second; so for diagonals.
    for (let index: usize = 0; index < 4; index++) {
      const at = to + (index << 3)
      store<u64>(at, word(order + 2 * index), 0)
      store<u64>(at, word(order + 2 * index + 1), 32)
      store<u64>(at, word(order + 2 * index + 8), 64)
      store<u64>(at, word(order + 2 * index + 9), 96)
    }
  }
}

// @ts-ignore: decorator
@inline
function word(order: usize): u64 {
  return load<u64>(input + 64 + (usize(load<u8>(order)) << 3))
}

// @ts-ignore: decorator
@inline
function right32(x: v128): v128 {
  return v128.shuffle<u8>(x, x, 4, 5, 6, 7, 0, 1, 2, 3, 12, 13, 14, 15, 8, 9, 10, 11)
}

// @ts-ignore: decorator
@inline
function right24(x: v128): v128 {
  return v128.shuffle<u8>(x, x, 3, 4, 5, 6, 7, 0, 1, 2, 11, 12, 13, 14, 15, 8, 9, 10)
}

// @ts-ignore: decorator
@inline
function right16(x: v128): v128 {
  return v128.shuffle<u8>(x, x, 2, 3, 4, 5, 6, 7, 0, 1, 10, 11, 12, 13, 14, 15, 8, 9)
}

// @ts-ignore: decorator
@inline
function right63(x: v128): v128 {
  return v128.or(i64x2.add(x, x), i64x2.shr_u(x, 63))
}

/** The last word of the first and the first word of the second. */
// @ts-ignore: decorator
@inline
function between(first: v128, second: v128): v128 {
  return v128.shuffle<u64>(first, second, 1, 2)
}

/** Runs `rounds` rounds; `phase` is the number of the first one modulo 10. Returns that of the next. */
export function mix(phase: u32, rounds: u32): u32 {
  let a0 = v128.load(rows, 0)
  let a1 = v128.load(rows, 16)
  let b0 = v128.load(rows, 32)
  let b1 = v128.load(rows, 48)
  let c0 = v128.load(rows, 64)
  let c1 = v128.load(rows, 80)
  let d0 = v128.load(rows, 96)
  let d1 = v128.load(rows, 112)
  let at = schedule + (phase << 7)
  const end = schedule + 1280
  for (; rounds != 0; rounds--) {
    // Columns.
    a0 = i64x2.add(i64x2.add(a0, b0), v128.load(at, 0))
    a1 = i64x2.add(i64x2.add(a1, b1), v128.load(at, 16))
    d0 = right32(v128.xor(d0, a0))
    d1 = right32(v128.xor(d1, a1))
    c0 = i64x2.add(c0, d0)
    c1 = i64x2.add(c1, d1)
    b0 = right24(v128.xor(b0, c0))
    b1 = right24(v128.xor(b1, c1))
    a0 = i64x2.add(i64x2.add(a0, b0), v128.load(at, 32))
    a1 = i64x2.add(i64x2.add(a1, b1), v128.load(at, 48))
    d0 = right16(v128.xor(d0, a0))
    d1 = right16(v128.xor(d1, a1))
    c0 = i64x2.add(c0, d0)
    c1 = i64x2.add(c1, d1)
    b0 = right63(v128.xor(b0, c0))
    b1 = right63(v128.xor(b1, c1))
    // Diagonals: b is turned by one word, c by two, d by three.
    let t0 = between(b0, b1)
    let t1 = between(b1, b0)
    let u0 = between(d1, d0)
    let u1 = between(d0, d1)
    a0 = i64x2.add(i64x2.add(a0, t0), v128.load(at, 64))
    a1 = i64x2.add(i64x2.add(a1, t1), v128.load(at, 80))
    u0 = right32(v128.xor(u0, a0))
    u1 = right32(v128.xor(u1, a1))
    c1 = i64x2.add(c1, u0)
    c0 = i64x2.add(c0, u1)
    t0 = right24(v128.xor(t0, c1))
    t1 = right24(v128.xor(t1, c0))
    a0 = i64x2.add(i64x2.add(a0, t0), v128.load(at, 96))
    a1 = i64x2.add(i64x2.add(a1, t1), v128.load(at, 112))
    u0 = right16(v128.xor(u0, a0))
    u1 = right16(v128.xor(u1, a1))
    c1 = i64x2.add(c1, u0)
    c0 = i64x2.add(c0, u1)
    t0 = right63(v128.xor(t0, c1))
    t1 = right63(v128.xor(t1, c0))
    b0 = between(t1, t0)
    b1 = between(t0, t1)
    d0 = between(u0, u1)
    d1 = between(u1, u0)
    at += 128
    if (at == end) at = schedule
  }
  v128.store(rows, a0, 0)
  v128.store(rows, a1, 16)
  v128.store(rows, b0, 32)
  v128.store(rows, b1, 48)
  v128.store(rows, c0, 64)
  v128.store(rows, c1, 80)
  v128.store(rows, d0, 96)
  v128.store(rows, d1, 112)
  return u32((at - schedule) >> 7)
}

/** Makes the new state out of the rows, where the old one stood. */
export function end(): void {
  for (let at: usize = 0; at < 64; at += 16) {
    const row = v128.xor(v128.load(rows + at, 0), v128.load(rows + at, 64))
    v128.store(input + at, v128.xor(v128.load(input + at), row))
  }
}
