// The WebAssembly module that hashes for the host, by the interpreter's Keccak-256.
import { keccak256 } from '../../interpreter/assembly/keccak'
import { swapBytes } from '../../interpreter/assembly/word'

/** Where the host writes what is to be hashed, as far as the memory goes; hashes are found there. The byte before is free. */
export function start(): usize {
  return ((__heap_base + 63) & ~63) + 64
}

/** Hashes so many bytes. */
export function hash(length: usize): void {
  keccak256(start(), start(), length)
  // The interpreter has it as a number, its lowest byte first.
  swapBytes(start(), start())
}
