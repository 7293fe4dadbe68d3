// SHA-256 (FIPS 180-4) of blocks of 64 bytes, and the codes made with it (HMAC, RFC 2104) for keys of 32 bytes.

/** Bytes of a hash. */
export const HASH: usize = 32
const BLOCK: usize = 64

// Fractions of the cube roots of the first 64 primes, and of the square roots of the first eight.
// prettier-ignore
const constants = memory.data<u32>([
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
])
// prettier-ignore
const initial = memory.data<u32>([
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
])

const schedule = memory.data(64 * 4, 16)
const state = memory.data(HASH, 16)
const block = memory.data(BLOCK, 16)

// @ts-ignore: decorator
@inline
function word(at: usize, index: i32): u32 {
  return load<u32>(at + (index << 2))
}

/** Takes a block into the state (FIPS 180-4, 6.2.2). */
function compress(from: usize): void {
  for (let index = 0; index < 16; index++) {
    store<u32>(schedule + (index << 2), bswap<u32>(word(from, index)))
  }
  for (let index = 16; index < 64; index++) {
    const early = word(schedule, index - 15)
    const late = word(schedule, index - 2)
    const sum =
      word(schedule, index - 16) +
      (rotr<u32>(early, 7) ^ rotr<u32>(early, 18) ^ (early >> 3)) +
      word(schedule, index - 7) +
      (rotr<u32>(late, 17) ^ rotr<u32>(late, 19) ^ (late >> 10))
    store<u32>(schedule + (index << 2), sum)
  }
  let a = word(state, 0)
  let b = word(state, 1)
  let c = word(state, 2)
  let d = word(state, 3)
  let e = word(state, 4)
  let f = word(state, 5)
  let g = word(state, 6)
  let h = word(state, 7)
  for (let index = 0; index < 64; index++) {
    const rotated = rotr<u32>(e, 6) ^ rotr<u32>(e, 11) ^ rotr<u32>(e, 25)
    const first =
      h + rotated + ((e & f) ^ (~e & g)) + word(constants, index) + word(schedule, index)
    const second =
      (rotr<u32>(a, 2) ^ rotr<u32>(a, 13) ^ rotr<u32>(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))
    h = g
    g = f
    f = e
    e = d + first
    d = c
    c = b
    b = a
    a = first + second
  }
  addTo(0, a)
  addTo(1, b)
  addTo(2, c)
  addTo(3, d)
  addTo(4, e)
  addTo(5, f)
  addTo(6, g)
  addTo(7, h)
}

// @ts-ignore: decorator
@inline
function addTo(index: i32, value: u32): void {
  store<u32>(state + (index << 2), word(state, index) + value)
}

// What the key has made of the states that hashing a text and hashing that hash start with.
const innerStart = memory.data(HASH, 16)
const outerStart = memory.data(HASH, 16)
const inner = memory.data(HASH, 16)

/** Sets the key of the codes that follow. */
export function setKey(key: usize): void {
  writeStart(innerStart, key, 0x36)
  writeStart(outerStart, key, 0x5c)
}

/** Each byte of the key, and of the zeros behind it, is changed by `pad`. */
function writeStart(to: usize, key: usize, pad: u8): void {
  memory.copy(state, initial, HASH)
  memory.fill(block, pad, BLOCK)
  for (let at: usize = 0; at < HASH; at += 8) {
    store<u64>(block + at, load<u64>(block + at) ^ load<u64>(key + at))
  }
  compress(block)
  memory.copy(to, state, HASH)
}

/** Writes the code of a text, which `to` may be in. */
export function writeCode(to: usize, text: usize, length: usize): void {
  writeHash(inner, innerStart, text, length)
  writeHash(to, outerStart, inner, HASH)
}

/** Writes the hash of a text after a block that has made `start` of the state. */
function writeHash(to: usize, start: usize, text: usize, length: usize): void {
  memory.copy(state, start, HASH)
  let left = length
  for (; left >= BLOCK; left -= BLOCK) {
    compress(text)
    text += BLOCK
  }
  memory.fill(block, 0, BLOCK)
  memory.copy(block, text, left)
  store<u8>(block + left, 0x80)
  if (left >= BLOCK - 8) {
    compress(block)
    memory.fill(block, 0, BLOCK)
  }
  store<u64>(block, bswap<u64>(u64(BLOCK + length) << 3), BLOCK - 8)
  compress(block)
  for (let index = 0; index < 8; index++) {
    store<u32>(to + (index << 2), bswap<u32>(word(state, index)))
  }
}
