// Writes the RLP of a node from its end to its start: what comes first tells how long the rest is.
import { copyWord } from '../../interpreter/assembly/word'
import { HASH } from './keccakPair'

const KEY_NIBBLES: usize = 64
/** Room for a branch, 532 bytes, for what is copied with a number, and for what is read behind it. */
const buffer = memory.data(624, 16)
const bufferEnd = buffer + 608

/** Where it starts, as far as it is written. */
export let rlpStart: usize = bufferEnd
let end: usize = bufferEnd

export function clearRlp(): void {
  openRlp(bufferEnd, bufferEnd)
}

/** What is there from `start` to before `to` is its end. */
export function openRlp(start: usize, to: usize): void {
  rlpStart = start
  end = to
}

/** How many bytes are written. */
export function rlpLength(): usize {
  return end - rlpStart
}

export function writeByte(byte: u8): void {
  store<u8>(--rlpStart, byte)
}

/** What a parent has of a child: its hash, or where that is shorter its RLP. */
export function writeName(from: usize, length: usize): void {
  if (length == HASH) return writeHash(from)
  rlpStart -= length
  for (let at: usize = 0; at < length; at++) store<u8>(rlpStart + at, load<u8>(from + at))
}

export function writeHash(from: usize): void {
  rlpStart -= HASH
  copyWord(rlpStart, from)
  writeByte(0x80 + <u8>HASH)
}

/** A number of 8 or 32 bytes. */
export function writeNumber(from: usize, length: usize): void {
  const last = from + length
  while (from < last && load<u64>(from) == 0) from += 8
  if (from == last) return writeByte(0x80)
  // The first byte is the lowest one of what is loaded.
  from += <usize>(ctz(load<u64>(from)) >> 3)
  const bytes = last - from
  for (let at: usize = 8; at < bytes + 8; at += 8) store<u64>(rlpStart - at, load<u64>(last - at))
  rlpStart -= bytes
  writeStringHeader(bytes)
}

/** Before bytes that are written. */
export function writeStringHeader(length: usize): void {
  if (length == 1 && load<u8>(rlpStart) < 0x80) return
  writeHeader(0x80, length)
}

/** Before a payload that is written: `base` is 0x80 for bytes, 0xc0 for a list. */
export function writeHeader(base: u8, length: usize): void {
  if (length <= 55) return writeByte(base + <u8>length)
  let bytes: u8 = 0
  for (let rest = length; rest > 0; rest >>= 8) {
    writeByte(<u8>rest)
    bytes++
  }
  writeByte(base + 55 + bytes)
}

/** The nibbles of a key from `depth` to its end, as a leaf has them. */
export function writeRest(key: usize, depth: usize): void {
  const bytes = (KEY_NIBBLES - depth) >> 1
  // What is written before these bytes is written over.
  copyWord(rlpStart - HASH, key)
  rlpStart -= bytes
  writeByte((depth & 1) == 0 ? 0x20 : 0x30 | nibbleAt(key, depth))
  if (bytes > 0) writeStringHeader(1 + bytes)
}

/** The nibbles of a key from one place to another, as an extension has them. */
export function writeShared(key: usize, from: usize, to: usize): void {
  let position = to
  for (; position >= from + 2; position -= 2) {
    writeByte((nibbleAt(key, position - 2) << 4) | nibbleAt(key, position - 1))
  }
  writeByte(position == from ? 0 : 0x10 | nibbleAt(key, from))
  writeStringHeader(1 + ((to - from) >> 1))
}

// @ts-ignore: decorator
@inline
export function nibbleAt(key: usize, position: usize): u8 {
  const byte = load<u8>(key + (position >> 1))
  return (position & 1) == 0 ? byte >> 4 : byte & 15
}
