// The root of the Merkle Patricia trie that maps the RLP of each place in a list to the item there.
import { HASH, hashAlone, hashRest, hashSoon } from '../../accounts/assembly/keccakPair'
import {
  clearRlp, openRlp, rlpLength, rlpStart, writeByte, writeHeader, writeName, writeShared, writeStringHeader,
} from '../../accounts/assembly/nodeRlp'
import { copyWord } from '../../interpreter/assembly/word'
import { recordBytes, roomBytes } from '../layout'

/**
 * The place in a record of the name of an item that has become a node: the node if it is shorter than a hash, which
 * its length says, else its hash.
 */
const nameAt: usize = 16

/** A key: at most five bytes, the first one the highest, so that all of them are as long. */
const keyBytes = memory.data(8)

let records: usize = 0
let count: usize = 0

/**
 * Writes the root to `to`. The records of `places` places are at `at`, then each item after room for what a leaf has
 * before it.
 */
export function writeRoot(to: usize, at: usize, places: usize): void {
  if (places == 0) {
    store<u8>(to, 0x80)
    return hashAlone(to, to, 1)
  }
  records = at
  count = places
  let item = at + places * recordBytes
  for (let place: usize = 0; place < places; place++) {
    item += roomBytes
    const length = load<u32>(recordOf(place))
    writeLeaf(place, item, length)
    item += length
  }
  hashRest()
  nameNode(0, places, 0)
  const root = recordOf(placeAt(0))
  const length = load<u32>(root)
  // What is short has no hash inside of another node, but a root always has.
  if (length < HASH) hashAlone(to, root + nameAt, length)
  else copyWord(to, root + nameAt)
}

// @ts-ignore: decorator
@inline
function recordOf(place: usize): usize {
  return records + place * recordBytes
}

/** Which item comes at a rank in the order of the keys: 0 is encoded as 0x80 and comes after 1 to 127. */
function placeAt(rank: usize): usize {
  const ofZero = min<usize>(127, count - 1)
  if (rank > ofZero) return rank
  return rank == ofZero ? 0 : rank + 1
}

function rankOf(place: usize): usize {
  if (place == 0) return min<usize>(127, count - 1)
  return place > 127 ? place : place - 1
}

function bytesOfKey(place: usize): u64 {
  if (place < 128) return 1
  return 1 + ((39 - <u64>clz<u32>(<u32>place)) >> 3)
}

/** The RLP of a place, from the highest byte of 64 bits on. */
function keyOf(place: usize): u64 {
  if (place == 0) return 0x80 << 56
  if (place < 128) return (<u64>place) << 56
  const bytes = bytesOfKey(place)
  return ((0x7f + bytes) << 56) | ((<u64>place) << (64 - (bytes << 3)))
}

// @ts-ignore: decorator
@inline
function keyAt(rank: usize): u64 {
  return keyOf(placeAt(rank))
}

// @ts-ignore: decorator
@inline
function nibbleOf(key: u64, position: u64): u64 {
  return (key >> (60 - (position << 2))) & 15
}

/** How many nibbles two keys begin with alike. None begins another. */
// @ts-ignore: decorator
@inline
function sharedBy(key: u64, other: u64): u64 {
  return clz<u64>(key ^ other) >> 2
}

/** The leaf of an item, whose bytes it ends with, and its name. */
function writeLeaf(place: usize, item: usize, length: usize): void {
  const key = keyOf(place)
  const rank = rankOf(place)
  let depth: u64 = 0
  if (rank > 0) depth = 1 + sharedBy(key, keyAt(rank - 1))
  if (rank + 1 < count) depth = max(depth, 1 + sharedBy(key, keyAt(rank + 1)))
  openRlp(item, item + length)
  writeStringHeader(length)
  const before = rlpLength()
  let position = bytesOfKey(place) << 1
  for (; position >= depth + 2; position -= 2) {
    writeByte(<u8>((nibbleOf(key, position - 2) << 4) | nibbleOf(key, position - 1)))
  }
  writeByte(position == depth ? 0x20 : <u8>(0x30 | nibbleOf(key, depth)))
  writeStringHeader(rlpLength() - before)
  writeHeader(0xc0, rlpLength())
  keepName(recordOf(place))
}

/** What the node above has of what is written: itself where it is shorter than a hash, else its hash, by `hashRest` at the latest. */
function keepName(record: usize): void {
  const length = rlpLength()
  store<u32>(record, <u32>min(length, HASH))
  if (length < HASH) copyWord(record + nameAt, rlpStart)
  else hashSoon(record + nameAt, rlpStart, length)
}

/** Names the node over the ranks from `start` to before `end`, whose keys agree up to `depth`, in the record of the first of them. */
function nameNode(start: usize, end: usize, depth: u64): void {
  if (end - start == 1) return
  const first = keyAt(start)
  const shared = sharedBy(first, keyAt(end - 1))
  for (let from = start; from < end; ) {
    const nibble = nibbleOf(keyAt(from), shared)
    let to = from + 1
    while (to < end && nibbleOf(keyAt(to), shared) == nibble) to++
    nameNode(from, to, shared + 1)
    from = to
  }
  writeBranch(start, end, shared)
  const record = recordOf(placeAt(start))
  keepName(record)
  hashRest()
  if (shared == depth) return
  clearRlp()
  writeName(record + nameAt, load<u32>(record))
  store<u64>(keyBytes, bswap<u64>(first))
  writeShared(keyBytes, <usize>depth, <usize>shared)
  writeHeader(0xc0, rlpLength())
  keepName(record)
  hashRest()
}

function writeBranch(start: usize, end: usize, depth: u64): void {
  clearRlp()
  // The value of a key that ends here, of which there is none.
  writeByte(0x80)
  let to = end
  for (let nibble: i64 = 15; nibble >= 0; nibble--) {
    let from = to
    while (from > start && nibbleOf(keyAt(from - 1), depth) == <u64>nibble) from--
    if (from == to) {
      writeByte(0x80)
    } else {
      const record = recordOf(placeAt(from))
      writeName(record + nameAt, load<u32>(record))
    }
    to = from
  }
  writeHeader(0xc0, rlpLength())
}
