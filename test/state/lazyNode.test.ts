import fc from 'fast-check'
import { expect, test } from 'vitest'
import { few, LazyNode, nameOf, type Sorted } from '../../src/state/lazyNode.ts'
import { type Packed, pack } from '../../src/state/trie/packed.ts'
import { valuesFrom } from '../../src/state/trie/proof.ts'
import { get, type Node, nibbleAt, put, remove, values } from '../../src/state/trie/trie.ts'
import { hashNodes, prove, rootHash, trieChanges } from '../../src/state/trie/trieHash.ts'

import { runs } from '../support/runs.ts'

interface Item {
  readonly key: Packed
  readonly bytes: Uint8Array
}

type Root = Node<Item> | undefined

const encode = ({ bytes }: Item) => pack(bytes)
const keyOf = ({ key }: Item) => key

/** Keys that often share what they begin with. */
const key = fc
  .array(fc.constantFrom(0, 1, 0x10, 0xff), { minLength: 4, maxLength: 4 })
  .map((start) => pack(Uint8Array.of(...start, ...new Uint8Array(28))))
const item = fc.record({ key, bytes: fc.uint8Array({ minLength: 1, maxLength: 1, max: 0x7f }) })
const items = fc
  .uniqueArray(item, { selector: keyOf, minLength: 1, maxLength: 120 })
  .map((list) => list.sort((left, right) => (left.key < right.key ? -1 : 1)))

function lazy(list: readonly Item[]): LazyNode<Item> {
  const sorted: Sorted<Item> = {
    nibble: (place, position) => nibbleAt((list[place] as Item).key, position),
    key: (place) => (list[place] as Item).key,
    // Made anew each time, as out of bytes.
    value: (place) => ({ ...(list[place] as Item) }),
    isLarge: (from, to) => to - from > few,
    name: (from, to, depth) => nameOf(sorted, encode, { from, to, depth }),
    known: () => undefined,
  }
  return new LazyNode(sorted, 0, list.length, 0)
}

function plain(list: readonly Item[]): Root {
  let root: Root
  for (const one of list) root = put(root, one.key, one, {})
  return root
}

test('a lazy trie has the hash, values and proofs of the plain trie', () => {
  fc.assert(
    fc.property(items, key, (list, other) => {
      const root = rootHash(plain(list), encode)
      expect(rootHash(lazy(list), encode)).toBe(root)
      const node = lazy(list)
      for (const _ of hashNodes(node, encode, () => []));
      expect(node.ref).toBe(`\xa0${root}`)
      expect([...values(lazy(list))]).toEqual(list)
      expect([...valuesFrom(lazy(list), other)]).toEqual([...valuesFrom(plain(list), other)])
      for (const wanted of [...list.map(keyOf), other]) {
        expect(get(lazy(list), wanted)).toEqual(get(plain(list), wanted))
        expect(prove(lazy(list), wanted, encode)).toEqual(prove(plain(list), wanted, encode))
      }
    }),
    runs({ seed: 1, numRuns: 50 }),
  )
})

test('what is written over it is as over the trie, and it stays unchanged', () => {
  const write = fc.record({ one: item, isRemoved: fc.boolean(), isHashed: fc.boolean() })
  fc.assert(
    fc.property(items, fc.array(write, { maxLength: 30 }), (list, writes) => {
      const start = lazy(list)
      let over: Root = start
      let expected = plain(list)
      for (const { one, isRemoved, isHashed } of writes) {
        const before = over
        over = isRemoved ? remove(over, one.key, {}) : put(over, one.key, one, {})
        if (isRemoved && get(before, one.key) === undefined) expect(over).toBe(before)
        expected = isRemoved ? remove(expected, one.key, {}) : put(expected, one.key, one, {})
        if (isHashed) expect(rootHash(over, encode)).toBe(rootHash(expected, encode))
      }
      expect(rootHash(over, encode)).toBe(rootHash(expected, encode))
      expect([...values(over)]).toEqual([...values(expected)])
      expect([...values(start)]).toEqual(list)
      // Only what was written.
      const written = new Set(writes.map(({ one }) => one.key))
      for (const { before, after } of trieChanges<Item>(start, over, keyOf)) {
        expect(written).toContain(keyOf((after ?? before) as Item))
      }
    }),
    runs({ seed: 2, numRuns: 200 }),
  )
})
