// The WebAssembly module that hashes for the host, by the interpreter's Keccak-256.
import { hashAlone } from '../../accounts/assembly/keccakPair'
import { recordBytes } from '../layout'
import { writeRoot } from './listRoot'

/** Where the host writes what is to be hashed, as far as the memory goes; hashes are found there. The byte before is free. */
export function start(): usize {
  return ((__heap_base + 63) & ~63) + 64
}

/** Hashes `length` bytes. */
export function hash(length: usize): void {
  hashAlone(start(), start(), length)
}

/** Hashes the trie of a list: see layout.ts. Where its root comes to there is room for another record. */
export function listRoot(places: usize): void {
  writeRoot(start(), start() + recordBytes, places)
}
