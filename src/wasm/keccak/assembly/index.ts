// The WebAssembly module that hashes for the host, by the interpreter's Keccak-256.
import { keccak256 } from '../../interpreter/assembly/keccak'
import { swapBytes } from '../../interpreter/assembly/word'

/** Where the host writes what is to be hashed, as far as the memory goes; hashes are found there. */
export function start(): usize {
  return (__heap_base + 63) & ~63
}

/** Hashes so many bytes from an offset on. */
export function hash(from: usize, length: usize): void {
  keccak256(start(), start() + from, length)
  // The interpreter has it as a number, its lowest byte first.
  swapBytes(start(), start())
}
