const mask64 = 2n ** 64n - 1n
const rounds = 12

/** The words that ChaCha's state begins with: "expand 32-byte k". */
const constants = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574] as const

const quarters = [
  [0, 4, 8, 12],
  [1, 5, 9, 13],
  [2, 6, 10, 14],
  [3, 7, 11, 15],
  [0, 5, 10, 15],
  [1, 6, 11, 12],
  [2, 7, 8, 13],
  [3, 4, 9, 14],
] as const

/**
 * The first 64 bytes that Rust's `StdRng` gives when it is seeded with a number of 64 bits: its key
 * is drawn from the number by PCG32, and they are ChaCha12's first block.
 */
export function seededBytes(seed: bigint): Uint8Array {
  const start = new Uint32Array([...constants, ...keyOf(seed), 0, 0, 0, 0])
  const block = start.slice()
  for (let round = 0; round < rounds; round += 2) {
    for (const [a, b, c, d] of quarters) quarterRound(block, a, b, c, d)
  }
  const bytes = new DataView(new ArrayBuffer(64))
  for (const [index, word] of block.entries()) {
    bytes.setUint32(4 * index, word + (start[index] as number), true)
  }
  return new Uint8Array(bytes.buffer)
}

/** Eight words, by PCG32 with the constants of Rust's `SeedableRng::seed_from_u64`. */
function keyOf(seed: bigint): readonly number[] {
  let state = seed & mask64
  return Array.from({ length: 8 }, () => {
    state = (state * 6364136223846793005n + 11634580027462260723n) & mask64
    const shifted = Number((((state >> 18n) ^ state) >> 27n) & 0xffffffffn)
    return rotateLeft(shifted, 32 - Number(state >> 59n))
  })
}

function quarterRound(words: Uint32Array, a: number, b: number, c: number, d: number): void {
  mix(words, a, b, d, 16)
  mix(words, c, d, b, 12)
  mix(words, a, b, d, 8)
  mix(words, c, d, b, 7)
}

function mix(words: Uint32Array, sum: number, added: number, turned: number, by: number): void {
  words[sum] = (words[sum] as number) + (words[added] as number)
  words[turned] = rotateLeft((words[turned] as number) ^ (words[sum] as number), by)
}

function rotateLeft(word: number, by: number): number {
  return ((word << by) | (word >>> ((32 - by) & 31))) >>> 0
}
