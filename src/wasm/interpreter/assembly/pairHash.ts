// Keccak-256 as opcodes ask for it: of two words, which is where a mapping has its values, the last ones are kept.
import { keccak256 } from './keccak'

const PAIR: usize = 64
/** The two words, and their hash as a word. */
const KEPT: usize = 96
/** How many are kept, a power of two. */
const ROOM: usize = 256

/** Zeros in the place of a hash stand for none. */
const kept = memory.data(24_576, 64)

/** Hashes `length` bytes at `from` and leaves the hash as a word at `to`. */
export function hashBytes(to: usize, from: usize, length: usize): void {
  if (length !== PAIR) {
    keccak256(to, from, length)
    return
  }
  const at = kept + (((usize(load<u8>(from, 31)) << 3) ^ load<u8>(from, 30) ^ load<u8>(from, 63)) & (ROOM - 1)) * KEPT
  if (!isKept(at, from)) {
    // Not by memory.copy, which leaves the module.
    copyWord(at, from)
    copyWord(at + 32, from + 32)
    keccak256(at + PAIR, from, PAIR)
  }
  copyWord(to, at + PAIR)
}

// @ts-ignore: decorator
@inline
function isKept(at: usize, from: usize): bool {
  for (let word: usize = 0; word < PAIR; word += 8) {
    if (load<u64>(at + word) !== load<u64>(from + word)) return false
  }
  return load<u64>(at, 64) !== 0
}

// @ts-ignore: decorator
@inline
function copyWord(to: usize, from: usize): void {
  v128.store(to, v128.load(from))
  v128.store(to, v128.load(from, 16), 16)
}
