import { describe, expect, test } from 'vitest'
import { bytesToHex, type Hex } from '../../../src/lib/hex.ts'
import { Random } from '../../../src/lib/random.ts'
import { encodeSlot, type StoredSlot } from '../../../src/state/account.ts'
import { hashedKey, pack, packTrimmed, unpack } from '../../../src/state/trie/packed.ts'
import {
  emptyTrie,
  proveSparse,
  putSparse,
  removeSparse,
  type SparseTrie,
  sparseRoot,
  UnknownNode,
} from '../../../src/state/trie/sparseTrie.ts'

import { type Node, newOwner, put, remove } from '../../../src/state/trie/trie.ts'
import { prove, rootHash } from '../../../src/state/trie/trieHash.ts'
import { keccak256 } from '../../../src/wasm/keccak/keccak256.ts'

/** A slot and the value that it gets, a zero to remove it. */
interface Write {
  readonly slot: number
  readonly value: number
}

function slotOf(number: number): Uint8Array {
  const bytes = new Uint8Array(32)
  new DataView(bytes.buffer).setUint32(28, number)
  return bytes
}

function storedOf({ slot, value }: Write): StoredSlot {
  return { slot: pack(slotOf(slot)), value: packTrimmed(slotOf(value)) }
}

type Whole = Node<StoredSlot> | undefined

function writeWhole(trie: Whole, write: Write): Whole {
  const stored = storedOf(write)
  const key = hashedKey(stored.slot)
  return write.value === 0 ? remove(trie, key, newOwner()) : put(trie, key, stored, newOwner())
}

function writeSparse(trie: SparseTrie, write: Write, nodes: (hash: Hex) => Uint8Array | undefined) {
  const stored = storedOf(write)
  const key = keccak256(unpack(stored.slot))
  if (write.value === 0) return removeSparse(trie, key, nodes)
  return putSparse(trie, key, unpack(encodeSlot(stored)), nodes)
}

function rootOf(trie: Whole): Hex {
  return bytesToHex(unpack(rootHash(trie, encodeSlot)))
}

function keyOf(slot: number): string {
  return hashedKey(pack(slotOf(slot)))
}

function writes(random: Random, count: number, slots: number): readonly Write[] {
  return Array.from({ length: count }, () => ({
    slot: Math.floor(random.next() * slots),
    value: Math.max(0, Math.floor(random.next() * 400) - 130),
  }))
}

describe('a trie of which some nodes are known', () => {
  test.each(['a', 'b', 'c'])('has the root and proofs of the whole one (%s)', (seed) => {
    const random = new Random(seed)
    let whole: Whole
    for (const write of writes(random, 300, 120)) whole = writeWhole(whole, write)
    const later = writes(random, 150, 240)
    // Only the nodes towards what is written, as proofs have brought them.
    const known = new Map<Hex, Uint8Array>()
    const learn = (slot: number) => {
      for (const rlp of prove(whole, keyOf(slot), encodeSlot))
        known.set(bytesToHex(keccak256(rlp)), rlp)
    }
    for (const { slot } of later) learn(slot)
    const nodes = (hash: Hex) => known.get(hash)
    const before = whole
    let sparse: SparseTrie = unpack(rootHash(whole, encodeSlot))
    let missed = 0
    for (const write of later) {
      try {
        sparse = writeSparse(sparse, write, nodes)
      } catch (error) {
        // The sibling of what was removed: any key below it has it in its proof.
        const { path } = error as UnknownNode
        const slot = Array.from({ length: 240 }, (_, index) => index).find((candidate) => {
          const [first = 0, second = 0] = keccak256(slotOf(candidate))
          return [first >> 4, first & 15, second >> 4, second & 15]
            .slice(0, path.length)
            .every((nibble, index) => nibble === path[index])
        })
        missed++
        for (const rlp of prove(before, keyOf(slot as number), encodeSlot)) {
          known.set(bytesToHex(keccak256(rlp)), rlp)
        }
        sparse = writeSparse(sparse, write, nodes)
      }
      whole = writeWhole(whole, write)
      expect(bytesToHex(sparseRoot(sparse))).toBe(rootOf(whole))
    }
    expect(missed).toBeGreaterThan(0)
    for (const { slot } of later) {
      expect(proveSparse(sparse, keccak256(slotOf(slot)), nodes)).toEqual(
        prove(whole, keyOf(slot), encodeSlot),
      )
    }
  })

  test('is emptied again', () => {
    let sparse: SparseTrie = emptyTrie
    const none = () => undefined
    for (let slot = 0; slot < 40; slot++) sparse = writeSparse(sparse, { slot, value: 1 }, none)
    for (let slot = 0; slot < 40; slot++) sparse = writeSparse(sparse, { slot, value: 0 }, none)
    expect(bytesToHex(sparseRoot(sparse))).toBe(rootOf(undefined))
  })

  test('names the way to a node that is not known', () => {
    const whole = writeWhole(undefined, { slot: 1, value: 1 })
    const sparse = unpack(rootHash(whole, encodeSlot))
    const write = () => writeSparse(sparse, { slot: 2, value: 1 }, () => undefined)
    expect(write).toThrow(UnknownNode)
    expect(write).toThrow(expect.objectContaining({ path: [] }))
  })
})
