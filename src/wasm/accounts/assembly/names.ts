// Names the nodes of tries whose keys and values stand in the order of the keys, without making the nodes: a name is
// the hash of a node's RLP, or the RLP itself where that is shorter. All tries grow at once, from their leaves to
// their roots, so that there nearly always are two nodes to hash.
import { copyWord } from '../../interpreter/assembly/word'
import {
  balanceAt,
  codeAt,
  nonceAt,
  partBytes,
  recordBytes,
  slotBytes,
  slotsAt,
  slotValueAt,
  entryBytes,
} from '../layout'
import { HASH, hashRest, hashSoon } from './keccakPair'
import {
  clearRlp,
  nibbleAt,
  rlpLength,
  rlpStart,
  writeByte,
  writeHash,
  writeHeader,
  writeName,
  writeNumber,
  writeRest,
  writeShared,
  writeStringHeader,
} from './nodeRlp'

/** Parts with more accounts than this are reported. */
const fewAccounts: usize = 16

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

/*
 * A part is a node with all beneath: the index of the first key in it, how many nibbles that shares with the first
 * key of the next part, where its name stands, and how long that is. The last part of a trie shares fewer nibbles
 * than all others.
 */
const sharedAt: usize = 4
const nameAt: usize = 8
const lengthAt: usize = 12
const partStride: usize = 16

let parts: usize = 0
let partCount: usize = 0
/** What the last part of a trie shares: one nibble less than all keys do, or -1. */
let least: i32 = -1
/** What the part before the one that comes next shares. */
let before: i32 = -1
/** Where the name of the next node comes to stand. */
let nextName: usize = 0
/** A bit for each number of nibbles that two parts share: where branches are. */
let branches: u64 = 0

/** The number of reported parts. */
export let named: usize = 0
let entriesAt: usize = 0

/**
 * Names the trie of `count` accounts that agree in their first `depth` nibbles, and gives where its hash stands. In
 * their records the places of code hashes are addresses; the slots of all stand from `slots` on. Names of parts that
 * have more than a few accounts come to `names`. `spare` takes `partBytes` for each account and each slot.
 */
export function nameAccounts(
  records: usize,
  count: usize,
  depth: i32,
  slots: usize,
  names: usize,
  spare: usize,
): usize {
  named = 0
  entriesAt = names
  const own = nameStorage(records, count, slots, spare)
  let root = parts
  begin(own, count, depth - 1)
  for (let index: usize = 0; index < count; index++) {
    const record = records + index * recordBytes
    const leafDepth = addPart(record, recordBytes, index == count - 1)
    const hasSlots = slotsOf(record) > 0
    writeAccount(record, leafDepth, hasSlots ? load<u32>(root, nameAt) : emptyRoot)
    if (hasSlots) root += partStride
    nameLast()
  }
  nameBranches(records, recordBytes, count)
  return load<u32>(parts, nameAt)
}

/** Names the tries of the slots, of which a part for each remains; gives where these end. */
function nameStorage(records: usize, count: usize, slots: usize, spare: usize): usize {
  const last = records + count * recordBytes
  let total: usize = 0
  for (let record = records; record < last; record += recordBytes) total += slotsOf(record)
  begin(spare, total, -1)
  let slot = slots
  for (let record = records; record < last; record += recordBytes) {
    const lastSlot = slot + slotsOf(record) * slotBytes
    for (; slot < lastSlot; slot += slotBytes) {
      const depth = addPart(slot, slotBytes, slot + slotBytes == lastSlot)
      writeSlot(slot, depth)
      nameLast()
    }
  }
  nameBranches(slots, slotBytes, total)
  return spare + total * partBytes
}

function slotsOf(record: usize): usize {
  return bswap<u32>(load<u32>(record + slotsAt, 8))
}

function begin(at: usize, count: usize, fewest: i32): void {
  parts = at
  partCount = 0
  nextName = at + count * partStride
  least = fewest
  before = fewest
  branches = 0
}

/** Begins the part that is a leaf, and gives its depth. */
function addPart(key: usize, stride: usize, isLast: bool): usize {
  const shared = isLast ? least : sharedNibbles(key, key + stride)
  const part = parts + partCount * partStride
  store<u32>(part, <u32>partCount)
  store<i32>(part, shared, sharedAt)
  partCount++
  if (!isLast) branches |= <u64>1 << shared
  const depth = max(before, shared) + 1
  before = shared
  return depth
}

function nameLast(): void {
  name(parts + (partCount - 1) * partStride, nextName)
  nextName += HASH
}

/** Gives a part the name of what is written. */
function name(part: usize, to: usize): void {
  const length = rlpLength()
  store<u32>(part, <u32>to, nameAt)
  store<u32>(part, <u32>min(length, HASH), lengthAt)
  if (length < HASH) copyWord(to, rlpStart)
  else hashSoon(to, rlpStart, length)
}

/** Joins parts at branches, the deepest ones first, until each trie is a part. */
function nameBranches(keys: usize, stride: usize, count: usize): void {
  hashRest()
  while (branches != 0) {
    const position = 63 - <i32>clz(branches)
    branches ^= <u64>1 << position
    const firstName = nextName
    join(keys, stride, position)
    hashRest()
    finish(keys, stride, count, position, firstName)
    hashRest()
  }
}

/** Joins consecutive parts that share a number of nibbles into one part: a branch. */
function join(keys: usize, stride: usize, position: i32): void {
  const end = parts + partCount * partStride
  let part = parts
  for (let next = parts; next < end; part += partStride) {
    const first = next
    while (load<i32>(next, sharedAt) == position) next += partStride
    const last = next
    next += partStride
    if (first == last) {
      v128.store(part, v128.load(first))
      continue
    }
    writeBranch(keys, stride, first, last, position)
    store<u32>(part, load<u32>(first))
    store<i32>(part, load<i32>(last, sharedAt), sharedAt)
    name(part, nextName)
    nextName += HASH
  }
  partCount = (part - parts) / partStride
}

/** Extends the new branches by the nibbles before them, and reports the large ones. */
function finish(keys: usize, stride: usize, count: usize, position: i32, firstName: usize): void {
  const end = parts + partCount * partStride
  before = least
  for (let part = parts; part < end; part += partStride) {
    const shared = load<i32>(part, sharedAt)
    const depth = max(before, shared) + 1
    before = shared
    const branch = load<u32>(part, nameAt)
    if (branch < firstName) continue
    const first: usize = load<u32>(part)
    if (depth < position) {
      clearRlp()
      writeName(branch, load<u32>(part, lengthAt))
      writeShared(keys + first * stride, depth, position)
      writeHeader(0xc0, rlpLength())
      name(part, branch)
    }
    const after: usize = part + partStride == end ? count : load<u32>(part, partStride)
    if (stride == recordBytes && after - first > fewAccounts) tell(first, depth, branch)
  }
}

function tell(first: usize, depth: usize, hash: usize): void {
  const at = entriesAt + named * entryBytes
  store<u32>(at, <u32>first)
  store<u32>(at, <u32>depth, 4)
  store<u32>(at, <u32>hash, 8)
  named++
}

function writeBranch(keys: usize, stride: usize, first: usize, last: usize, position: usize): void {
  clearRlp()
  // The seventeenth item is the value of a key that ends here: keys of one length never do.
  writeByte(0x80)
  let child = last
  for (let nibble: i32 = 15; nibble >= 0; nibble--) {
    if (child >= first && nibbleAt(keys + load<u32>(child) * stride, position) == nibble) {
      writeName(load<u32>(child, nameAt), load<u32>(child, lengthAt))
      child -= partStride
    } else writeByte(0x80)
  }
  writeHeader(0xc0, rlpLength())
}

function writeAccount(record: usize, depth: usize, root: usize): void {
  clearRlp()
  const code: usize = load<u32>(record + codeAt)
  writeHash(load<u32>(record + codeAt, 8) == 0 ? emptyCodeHash : code)
  writeHash(root)
  writeNumber(record + balanceAt, 32)
  writeNumber(record + nonceAt, 8)
  writeHeader(0xc0, rlpLength())
  writeStringHeader(rlpLength())
  writeRest(record, depth)
  writeHeader(0xc0, rlpLength())
}

function writeSlot(slot: usize, depth: usize): void {
  clearRlp()
  writeNumber(slot + slotValueAt, 32)
  writeStringHeader(rlpLength())
  writeRest(slot, depth)
  writeHeader(0xc0, rlpLength())
}

/** How many nibbles two different keys share. */
function sharedNibbles(left: usize, right: usize): i32 {
  let at: usize = 0
  let difference: u64 = 0
  for (; ; at += 8) {
    difference = load<u64>(left + at) ^ load<u64>(right + at)
    if (difference != 0) break
  }
  return <i32>(2 * at + <usize>(clz(bswap<u64>(difference)) >> 2))
}
