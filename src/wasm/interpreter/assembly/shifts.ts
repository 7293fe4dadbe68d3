// Shifts of words, and what else moves parts of them.
import { copyWord, isNegative, setSmall, setWord } from './word'

/** The byte of the word at `at` that the index says, 0 being the highest, takes its place. */
export function pickByte(at: usize, index: u64): void {
  setSmall(at, index > 31 ? 0 : u64(load<u8>(at + 31 - usize(index))))
}

export function shiftUp(at: usize, bits: u64): void {
  if (bits > 255) setSmall(at, 0)
  else shiftLeft(at, at, bits)
}

export function shiftDown(at: usize, bits: u64): void {
  if (bits > 255) setSmall(at, 0)
  else shiftRight(at, at, bits, 0)
}

export function shiftDownSigned(at: usize, bits: u64): void {
  const fill = isNegative(at) ? u64.MAX_VALUE : 0
  if (bits > 255) setWord(at, fill, fill, fill, fill)
  else shiftRight(at, at, bits, fill)
}

function shiftLeft(to: usize, from: usize, bits: u64): void {
  const limbs = bits >> 6
  const rest = bits & 63
  const limb0 = load<u64>(from)
  const limb1 = load<u64>(from, 8)
  const limb2 = load<u64>(from, 16)
  const limb3 = load<u64>(from, 24)
  // Shifting by 64 leaves a limb as it is, so what comes from below is shifted in two steps.
  const back = 63 - rest
  if (limbs == 0) {
    setWord(
      to,
      limb0 << rest,
      (limb1 << rest) | ((limb0 >> 1) >> back),
      (limb2 << rest) | ((limb1 >> 1) >> back),
      (limb3 << rest) | ((limb2 >> 1) >> back),
    )
  } else if (limbs == 1) {
    setWord(
      to,
      0,
      limb0 << rest,
      (limb1 << rest) | ((limb0 >> 1) >> back),
      (limb2 << rest) | ((limb1 >> 1) >> back),
    )
  } else if (limbs == 2) {
    setWord(to, 0, 0, limb0 << rest, (limb1 << rest) | ((limb0 >> 1) >> back))
  } else {
    setWord(to, 0, 0, 0, limb0 << rest)
  }
}

/** Shifts right and fills with `fill` from above: all ones or all zeros. */
function shiftRight(to: usize, from: usize, bits: u64, fill: u64): void {
  const limbs = bits >> 6
  const rest = bits & 63
  const limb1 = load<u64>(from, 8)
  const limb2 = load<u64>(from, 16)
  const limb3 = load<u64>(from, 24)
  const back = 63 - rest
  const top = (limb3 >> rest) | ((fill << 1) << back)
  if (limbs == 0) {
    setWord(
      to,
      (load<u64>(from) >> rest) | ((limb1 << 1) << back),
      (limb1 >> rest) | ((limb2 << 1) << back),
      (limb2 >> rest) | ((limb3 << 1) << back),
      top,
    )
  } else if (limbs == 1) {
    setWord(
      to,
      (limb1 >> rest) | ((limb2 << 1) << back),
      (limb2 >> rest) | ((limb3 << 1) << back),
      top,
      fill,
    )
  } else if (limbs == 2) {
    setWord(to, (limb2 >> rest) | ((limb3 << 1) << back), top, fill, fill)
  } else {
    setWord(to, top, fill, fill, fill)
  }
}

/** Fills all bits above those of byte `index` (0 is the lowest) with its highest one. */
export function extendSign(to: usize, from: usize, index: u64): void {
  if (index > 30) {
    copyWord(to, from)
    return
  }
  // The sign goes to the very top and back.
  const bits = 248 - (index << 3)
  shiftLeft(to, from, bits)
  shiftRight(to, to, bits, isNegative(to) ? u64.MAX_VALUE : 0)
}
