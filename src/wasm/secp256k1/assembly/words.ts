// Words: 256 bits in linear memory as four limbs of 64, the lowest first. `at` is where a word stands.

/** Bytes of a word. */
export const WORD = 32

// @ts-ignore: decorator
@inline
export function setWord(at: usize, limb0: u64, limb1: u64, limb2: u64, limb3: u64): void {
  store<u64>(at, limb0)
  store<u64>(at, limb1, 8)
  store<u64>(at, limb2, 16)
  store<u64>(at, limb3, 24)
}

export function isZero(at: usize): bool {
  return (load<u64>(at) | load<u64>(at, 8) | load<u64>(at, 16) | load<u64>(at, 24)) == 0
}

export function isBelow(left: usize, right: usize): bool {
  for (let offset: usize = WORD; offset != 0; ) {
    offset -= 8
    const leftLimb = load<u64>(left + offset)
    const rightLimb = load<u64>(right + offset)
    if (leftLimb != rightLimb) return leftLimb < rightLimb
  }
  return false
}

/** Gives what is carried out. */
export function add(to: usize, left: usize, right: usize): u64 {
  let carry: u64 = 0
  for (let offset = 0; offset < WORD; offset += 8) {
    const leftLimb = load<u64>(left + offset)
    const sum = leftLimb + load<u64>(right + offset)
    store<u64>(to + offset, sum + carry)
    carry = u64(sum < leftLimb) | u64(sum + carry < sum)
  }
  return carry
}

/** Modulo 2^256. */
export function subtract(to: usize, left: usize, right: usize): void {
  let borrow: u64 = 0
  for (let offset = 0; offset < WORD; offset += 8) {
    const leftLimb = load<u64>(left + offset)
    const rightLimb = load<u64>(right + offset)
    const difference = leftLimb - rightLimb
    store<u64>(to + offset, difference - borrow)
    borrow = u64(leftLimb < rightLimb) | u64(difference < borrow)
  }
}

/** Sixteen limbs of 32 bits out of two words; `to` is neither of them. */
export function multiply(to: usize, left: usize, right: usize): void {
  memory.fill(to, 0, 2 * WORD)
  for (let i = 0; i < WORD; i += 4) {
    const factor = u64(load<u32>(left + i))
    const row = to + i
    let carry: u64 = 0
    for (let j = 0; j < WORD; j += 4) {
      carry += factor * u64(load<u32>(right + j)) + u64(load<u32>(row + j))
      store<u32>(row + j, u32(carry))
      carry >>= 32
    }
    store<u32>(row, u32(carry), 32)
  }
}

/** Copies a word, and turns the order of its bytes: of bytes as the world writes numbers, or back. */
export function swapBytes(to: usize, from: usize): void {
  const head = v128.load(from)
  const tail = v128.load(from, 16)
  v128.store(to, reversed(tail))
  v128.store(to, reversed(head), 16)
}

// @ts-ignore: decorator
@inline
function reversed(bytes: v128): v128 {
  return v128.shuffle<u8>(bytes, bytes, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0)
}
