import { latin1Bytes, latin1Part, latin1Text, writeLatin1 } from '../../lib/encodings.ts'
import { keccak256Text } from '../../wasm/keccak/keccak256.ts'

/**
 * Bytes as a string of characters from 0 to 255.
 * The engine keeps a short string in one block of memory, a small Uint8Array in three: a quarter of
 * the memory and of the cache misses. Strings never change and serve as map keys as they are.
 */
export type Packed = string

export const pack: (bytes: Uint8Array) => Packed = latin1Text

/** A fresh copy of the bytes. */
export const unpack: (packed: Packed) => Uint8Array = latin1Bytes

/** The bytes as a number of 32 bytes, zeros in front. */
export function unpackWord(packed: Packed): Uint8Array {
  const bytes = new Uint8Array(32)
  writePacked(bytes, 32 - packed.length, packed)
  return bytes
}

/** Writes the bytes at `at` and returns where they end. */
export function writePacked(out: Uint8Array, at: number, packed: Packed): number {
  writeLatin1(packed, out, at)
  return at + packed.length
}

/** Packs the bytes without the zeros in front: the shortest form of a number, no bytes for zero. */
export function packTrimmed(bytes: Uint8Array): Packed {
  const { length } = bytes
  let start = 0
  while (start < length && bytes[start] === 0) start++
  return latin1Part(bytes, start, length)
}

/** Zeros of a word of 32 bytes in front of the lowest six. */
const highZeros = '\0'.repeat(26)

/** A number below 2^48 as a word. */
export function packSlot(value: number): Packed {
  return (
    highZeros +
    String.fromCharCode(
      Math.floor(value / 2 ** 40),
      Math.floor(value / 2 ** 32) & 255,
      value >>> 24,
      (value >>> 16) & 255,
      (value >>> 8) & 255,
      value & 255,
    )
  )
}

// RLP of packed bytes, as nodes of tries and their values are: the longest is a branch of 532 bytes.

/** The RLP of at most 255 bytes. */
export function bytesItem(bytes: Packed): Packed {
  const { length } = bytes
  if (length > 55) return `\xb8${String.fromCharCode(length)}${bytes}`
  return length === 1 && bytes.charCodeAt(0) < 0x80
    ? bytes
    : String.fromCharCode(0x80 + length) + bytes
}

/** The RLP of a hash. */
export function hashItem(hash: Packed): Packed {
  return `\xa0${hash}`
}

/** The RLP of a list of these items, at most 65,535 bytes. */
export function listItem(items: Packed): Packed {
  const { length } = items
  if (length < 56) return String.fromCharCode(0xc0 + length) + items
  return length < 256
    ? `\xf8${String.fromCharCode(length)}${items}`
    : `\xf9${String.fromCharCode(length >> 8, length & 255)}${items}`
}

/** Some ten megabytes; the addresses and slots that a devnet works with fit in. */
const maxKept = 100_000

const hashes = new Map<Packed, Packed>()

/** Where an address or slot stands in its trie: its keccak-256, remembered for a while. */
export function hashedKey(preimage: Packed): Packed {
  const known = hashes.get(preimage)
  if (known !== undefined) return known
  const hash = keccak256Text(preimage)
  if (hashes.size >= maxKept) hashes.clear()
  hashes.set(preimage, hash)
  return hash
}
