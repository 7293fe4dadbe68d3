import type { Packed } from './packed.ts'

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
