// Names the nodes of tries whose keys and values stand in the order of the keys, without making the nodes: a name is
// the hash of a node's RLP, or the RLP itself where that is shorter.
import {
  addressAt,
  balanceAt,
  codeAt,
  nameBytes,
  nonceAt,
  recordBytes,
  slotBytes,
  slotsAt,
  slotValueAt,
} from '../layout'
import { HASH, hash } from './hash'

/** Parts with more accounts than this are told of. */
const fewAccounts: usize = 16
/** Room for the RLP of a branch, 532 bytes. */
const BUFFER: usize = 576
/** Where the payload starts: a header of up to 3 bytes stands before it. */
const PAYLOAD: usize = 3
const KEY_NIBBLES: usize = 64

/** A buffer for each node from the root of the accounts to a slot. */
const buffers = memory.data(576 * 136, 16)
let free: usize = buffers

/** keccak-256 of the RLP of no bytes. */
const emptyRoot = memory.data<u8>([
  0x56, 0xe8, 0x1f, 0x17, 0x1b, 0xcc, 0x55, 0xa6, 0xff, 0x83, 0x45, 0xe6, 0x92, 0xc0, 0xf8, 0x6e,
  0x5b, 0x48, 0xe0, 0x1b, 0x99, 0x6c, 0xad, 0xc0, 0x01, 0x62, 0x2f, 0xb5, 0xe3, 0x63, 0xb4, 0x21,
])
/** keccak-256 of no bytes. */
const emptyCodeHash = memory.data<u8>([
  0xc5, 0xd2, 0x46, 0x01, 0x86, 0xf7, 0x23, 0x3c, 0x92, 0x7e, 0x7d, 0xb2, 0xdc, 0xc7, 0x03, 0xc0,
  0xe5, 0x00, 0xb6, 0x53, 0xca, 0x82, 0x27, 0x3b, 0x7b, 0xfa, 0xd8, 0x04, 0x5d, 0x85, 0xa4, 0x70,
])

/** How many parts were told of. */
export let named: usize = 0
let told: usize = 0

/**
 * Names the trie of `count` accounts that agree in their first `depth` nibbles, to `to`, and gives the length of the
 * name. In their records the places of code hashes and slots are addresses. Names of parts that have more than a few
 * accounts come to `names`.
 */
export function nameAccounts(records: usize, count: usize, depth: usize, to: usize, names: usize): usize {
  told = names
  named = 0
  free = buffers
  return name(records, recordBytes, 0, count, depth, to)
}

/** Names what stands from one place to another, of accounts or of slots: they have records of different lengths. */
function name(base: usize, stride: usize, from: usize, to: usize, depth: usize, out: usize): usize {
  if (to - from == 1) return nameLeaf(base + from * stride, stride, depth, out)
  // All agree where the first and the last do.
  let position = depth
  while (nibble(base, stride, from, position) == nibble(base, stride, to - 1, position)) position++
  const buffer = free
  free += BUFFER
  let at = buffer + PAYLOAD
  let first = from
  for (let index: u8 = 0; index < 16; index++) {
    let next = first
    while (next < to && nibble(base, stride, next, position) == index) next++
    at = next == first ? writeEmpty(at) : writeName(at, name(base, stride, first, next, position + 1, at + 1))
    first = next
  }
  // The seventeenth item is the value of a key that ends here: keys of one length never do.
  let length = nameList(buffer, writeEmpty(at), out)
  if (position > depth) {
    const path = writePath(buffer + PAYLOAD, base + from * stride, depth, position, 0)
    memory.copy(path + 1, out, length)
    length = nameList(buffer, writeName(path, length), out)
  }
  free = buffer
  if (stride == recordBytes && to - from > fewAccounts) tell(from, depth, out)
  return length
}

function tell(from: usize, depth: usize, hashed: usize): void {
  const at = told + named * nameBytes
  store<u32>(at, <u32>from)
  store<u32>(at, <u32>depth, 4)
  memory.copy(at + 8, hashed, HASH)
  named++
}

function nameLeaf(record: usize, stride: usize, depth: usize, out: usize): usize {
  const buffer = free
  free += BUFFER
  // The value first, behind all that comes before it.
  const value = buffer + 128
  const valueEnd =
    stride == recordBytes ? writeAccount(value, record) : writeTrimmed(value, record + slotValueAt, 32)
  const length = valueEnd - value
  let at = writePath(buffer + PAYLOAD, record, depth, KEY_NIBBLES, 2)
  if (length > 55) {
    store<u8>(at++, 0xb8)
    store<u8>(at++, <u8>length)
  } else if (length > 1 || load<u8>(value) >= 0x80) {
    store<u8>(at++, 0x80 + <u8>length)
  }
  memory.copy(at, value, length)
  free = buffer
  return nameList(buffer, at + length, out)
}

/** The RLP of an account. */
function writeAccount(at: usize, record: usize): usize {
  let next = writeTrimmed(at + 2, record + nonceAt, 8)
  next = writeTrimmed(next, record + balanceAt, 32)
  store<u8>(next++, 0x80 + <u8>HASH)
  const slots = bswap<u32>(load<u32>(record + slotsAt, 8))
  if (slots == 0) memory.copy(next, emptyRoot, HASH)
  else name(bswap<u32>(load<u32>(record + slotsAt)), slotBytes, 0, slots, 0, next)
  next += HASH
  store<u8>(next++, 0x80 + <u8>HASH)
  const code = bswap<u32>(load<u32>(record + codeAt, 8))
  memory.copy(next, code == 0 ? emptyCodeHash : bswap<u32>(load<u32>(record + codeAt)), HASH)
  next += HASH
  store<u8>(at, 0xf8)
  store<u8>(at, <u8>(next - at - 2), 1)
  return next
}

/** The RLP of the number that the bytes are. */
function writeTrimmed(at: usize, from: usize, length: usize): usize {
  const end = from + length
  while (from < end && load<u8>(from) == 0) from++
  if (end - from == 1 && load<u8>(from) < 0x80) {
    store<u8>(at, load<u8>(from))
    return at + 1
  }
  store<u8>(at, 0x80 + <u8>(end - from))
  memory.copy(at + 1, from, end - from)
  return at + 1 + end - from
}

// @ts-ignore: decorator
@inline
function nibble(base: usize, stride: usize, place: usize, position: usize): u8 {
  return nibbleAt(base + place * stride, position)
}

// @ts-ignore: decorator
@inline
function nibbleAt(key: usize, position: usize): u8 {
  const byte = load<u8>(key + (position >> 1))
  return (position & 1) == 0 ? byte >> 4 : byte & 15
}

function writeEmpty(at: usize): usize {
  store<u8>(at, 0x80)
  return at + 1
}

/** Puts the header before a hash, which stands a byte further on; what is no hash stands there without one. */
function writeName(at: usize, length: usize): usize {
  if (length < HASH) {
    memory.copy(at, at + 1, length)
    return at + length
  }
  store<u8>(at, 0x80 + <u8>HASH)
  return at + 1 + HASH
}

/** The nibbles of a key from `start` to `end` in hex-prefix encoding; `flag` is 2 for a leaf and 0 for an extension. */
function writePath(at: usize, key: usize, start: usize, end: usize, flag: u8): usize {
  const odd = <u8>((end - start) & 1)
  const length: usize = 1 + ((end - start) >> 1)
  let position = start
  if (length > 1) store<u8>(at++, 0x80 + <u8>length)
  let prefix = (flag + odd) << 4
  if (odd == 1) prefix |= nibbleAt(key, position++)
  store<u8>(at++, prefix)
  for (; position < end; position += 2) {
    store<u8>(at++, (nibbleAt(key, position) << 4) | nibbleAt(key, position + 1))
  }
  return at
}

/** Puts the list header before the payload of a buffer that ends at `end`, and names what it then is. */
function nameList(buffer: usize, end: usize, out: usize): usize {
  const payload = buffer + PAYLOAD
  const length = end - payload
  let from = payload - 1
  if (length <= 55) store<u8>(from, 0xc0 + <u8>length)
  else if (length < 256) {
    from--
    store<u8>(from, 0xf8)
    store<u8>(from, <u8>length, 1)
  } else {
    from = buffer
    store<u8>(from, 0xf9)
    store<u8>(from, <u8>(length >> 8), 1)
    store<u8>(from, <u8>length, 2)
  }
  if (end - from < HASH) {
    memory.copy(out, from, end - from)
    return end - from
  }
  hash(out, from, end - from)
  return HASH
}
