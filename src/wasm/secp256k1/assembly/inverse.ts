// One divided by a word, modulo p or n: the division steps of Bernstein and Yang ("Fast constant-time gcd
// computation and modular inversion", 2019), thirty at a time on the lowest bits only.
//
// f and g start as the modulus and the word. A step halves g, having added f to it if it is odd, with the
// two changing places when g has had more halvings than f. In the end g is zero and f is 1 or -1. With
// d x word = f and e x word = g, modulo the modulus, d is then the inverse or minus it.

import { setWord } from './words'

/** Numbers here are nine limbs of 30 bits, the lowest first, in 64; the top one has the sign. */
const LIMBS = 9
const NUMBER = LIMBS << 3
const bits = 30
const mask: i64 = (1 << bits) - 1

/** The modulus, and what its product with the modulus ends in 1 of, in `bits`. */
// prettier-ignore
const field = memory.data<i64>([
  0x3ffffc2f, 0x3ffffffb, 0x3fffffff, 0x3fffffff, 0x3fffffff, 0x3fffffff, 0x3fffffff, 0x3fffffff, 0xffff,
  0x2ddacacf,
])
// prettier-ignore
const scalars = memory.data<i64>([
  0x10364141, 0x3f497a33, 0x348a03bb, 0x2bb739ab, 0x3ffffeba, 0x3fffffff, 0x3fffffff, 0x3fffffff, 0xffff,
  0x2a774ec1,
])

const f = memory.data(NUMBER, 16)
const g = memory.data(NUMBER, 16)
const d = memory.data(NUMBER, 16)
const e = memory.data(NUMBER, 16)

// What thirty steps have done: f becomes (ff f + fg g) / 2^30, g becomes (gf f + gg g) / 2^30.
let ff: i64 = 0
let fg: i64 = 0
let gf: i64 = 0
let gg: i64 = 0

/** Inverts a word from 1 to p - 1. */
export function invertModuloP(to: usize, word: usize): void {
  invert(to, word, field)
}

/** Inverts a word from 1 to n - 1. */
export function invertModuloN(to: usize, word: usize): void {
  invert(to, word, scalars)
}

// @ts-ignore: decorator
@inline
function limb(at: usize, index: usize): i64 {
  return load<i64>(at + (index << 3))
}

// @ts-ignore: decorator
@inline
function setLimb(at: usize, index: usize, value: i64): void {
  store<i64>(at + (index << 3), value)
}

function invert(to: usize, word: usize, modulus: usize): void {
  memory.copy(f, modulus, NUMBER)
  readWord(g, word)
  memory.fill(d, 0, NUMBER)
  memory.fill(e, 0, NUMBER)
  store<i64>(e, 1)
  let lead = -1
  while (!isZero(g)) {
    lead = steps(lead, i32(load<i64>(f)), i32(load<i64>(g)))
    applyExactly()
    applyModulo(modulus)
  }
  const isMinus = limb(f, LIMBS - 1) < 0
  if (isMinus) negate(d)
  // Between -2 and 1 times the modulus before the turn of the sign.
  while (limb(d, LIMBS - 1) < 0) addTo(d, modulus, 1)
  addTo(d, modulus, -1)
  while (limb(d, LIMBS - 1) >= 0) addTo(d, modulus, -1)
  addTo(d, modulus, 1)
  writeWord(to, d)
}

/** Thirty steps on the lowest bits. `lead` is how many halvings g may have before they change places. */
function steps(lead: i32, f: i32, g: i32): i32 {
  let u: i32 = 1
  let v: i32 = 0
  let q: i32 = 0
  let r: i32 = 1
  let left: i32 = bits
  while (true) {
    const zeros = ctz<i32>(g | (-1 << left))
    g >>= zeros
    u <<= zeros
    v <<= zeros
    lead -= zeros
    left -= zeros
    if (left == 0) break
    if (lead < 0) {
      lead = -lead
      const oldF = f
      f = g
      g = -oldF
      const oldU = u
      u = q
      q = -oldU
      const oldV = v
      v = r
      r = -oldV
    }
    // As many multiples of f at once as make up to six bits of g zero, up to those that are left before a change of
    // places. f (f f - 2) is -1 / f modulo 64.
    const most = min<i32>(lead + 1, left)
    const times = (g * f * (f * f - 2)) & ((1 << min<i32>(most, 6)) - 1)
    g += f * times
    q += u * times
    r += v * times
  }
  ff = i64(u)
  fg = i64(v)
  gf = i64(q)
  gg = i64(r)
  return lead
}

function applyExactly(): void {
  let carryF = (ff * limb(f, 0) + fg * limb(g, 0)) >> bits
  let carryG = (gf * limb(f, 0) + gg * limb(g, 0)) >> bits
  for (let index = 1; index < LIMBS; index++) {
    const fLimb = limb(f, index)
    const gLimb = limb(g, index)
    carryF += ff * fLimb + fg * gLimb
    carryG += gf * fLimb + gg * gLimb
    setLimb(f, index - 1, carryF & mask)
    setLimb(g, index - 1, carryG & mask)
    carryF >>= bits
    carryG >>= bits
  }
  setLimb(f, LIMBS - 1, carryF)
  setLimb(g, LIMBS - 1, carryG)
}

/** The same for d and e, with such multiples of the modulus that the division is exact. */
function applyModulo(modulus: usize): void {
  const dSign = limb(d, LIMBS - 1) >> 63
  const eSign = limb(e, LIMBS - 1) >> 63
  const inverse = limb(modulus, LIMBS)
  const d0 = limb(d, 0)
  const e0 = limb(e, 0)
  let carryD = ff * d0 + fg * e0
  let carryE = gf * d0 + gg * e0
  // Whichever is negative is taken as the modulus more, so that both stay above -2 times and below once it.
  let timesD = (ff & dSign) + (fg & eSign)
  let timesE = (gf & dSign) + (gg & eSign)
  timesD -= (inverse * carryD + timesD) & mask
  timesE -= (inverse * carryE + timesE) & mask
  carryD = (carryD + timesD * limb(modulus, 0)) >> bits
  carryE = (carryE + timesE * limb(modulus, 0)) >> bits
  for (let index = 1; index < LIMBS; index++) {
    const dLimb = limb(d, index)
    const eLimb = limb(e, index)
    const modulusLimb = limb(modulus, index)
    carryD += ff * dLimb + fg * eLimb + timesD * modulusLimb
    carryE += gf * dLimb + gg * eLimb + timesE * modulusLimb
    setLimb(d, index - 1, carryD & mask)
    setLimb(e, index - 1, carryE & mask)
    carryD >>= bits
    carryE >>= bits
  }
  setLimb(d, LIMBS - 1, carryD)
  setLimb(e, LIMBS - 1, carryE)
}

function isZero(at: usize): bool {
  let all: i64 = 0
  for (let index = 0; index < LIMBS; index++) all |= limb(at, index)
  return all == 0
}

function negate(at: usize): void {
  let carry: i64 = 0
  for (let index = 0; index < LIMBS - 1; index++) {
    carry -= limb(at, index)
    setLimb(at, index, carry & mask)
    carry >>= bits
  }
  setLimb(at, LIMBS - 1, carry - limb(at, LIMBS - 1))
}

function addTo(at: usize, modulus: usize, times: i64): void {
  let carry: i64 = 0
  for (let index = 0; index < LIMBS - 1; index++) {
    carry += limb(at, index) + limb(modulus, index) * times
    setLimb(at, index, carry & mask)
    carry >>= bits
  }
  const last = LIMBS - 1
  setLimb(at, last, carry + limb(at, last) + limb(modulus, last) * times)
}

function readWord(to: usize, word: usize): void {
  const word0 = load<u64>(word)
  const word1 = load<u64>(word, 8)
  const word2 = load<u64>(word, 16)
  const word3 = load<u64>(word, 24)
  setLimb(to, 0, word0 & mask)
  setLimb(to, 1, (word0 >> 30) & mask)
  setLimb(to, 2, ((word0 >> 60) | (word1 << 4)) & mask)
  setLimb(to, 3, (word1 >> 26) & mask)
  setLimb(to, 4, ((word1 >> 56) | (word2 << 8)) & mask)
  setLimb(to, 5, (word2 >> 22) & mask)
  setLimb(to, 6, ((word2 >> 52) | (word3 << 12)) & mask)
  setLimb(to, 7, (word3 >> 18) & mask)
  setLimb(to, 8, word3 >> 48)
}

function writeWord(to: usize, from: usize): void {
  const limb2 = limb(from, 2)
  const limb4 = limb(from, 4)
  const limb6 = limb(from, 6)
  setWord(
    to,
    limb(from, 0) | (limb(from, 1) << 30) | (limb2 << 60),
    (limb2 >> 4) | (limb(from, 3) << 26) | (limb4 << 56),
    (limb4 >> 8) | (limb(from, 5) << 22) | (limb6 << 52),
    (limb6 >> 12) | (limb(from, 7) << 18) | (limb(from, 8) << 48),
  )
}
