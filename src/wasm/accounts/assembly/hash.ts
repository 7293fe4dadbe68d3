import { keccak256 } from '../../interpreter/assembly/keccak'
import { swapBytes } from '../../interpreter/assembly/word'

export const HASH: usize = 32

const word = memory.data(32, 16)

/** Hashes `length` bytes at `from`; the hash has its first byte first. */
export function hash(to: usize, from: usize, length: usize): void {
  keccak256(word, from, length)
  swapBytes(to, word)
}
