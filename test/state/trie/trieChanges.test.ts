import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pack } from '../../../src/state/trie/packed.ts'
import { type Node, put, remove } from '../../../src/state/trie/trie.ts'
import { trieChanges } from '../../../src/state/trie/trieHash.ts'
import { runs } from '../../support/runs.ts'

interface Entry {
  readonly key: string
  readonly number: number
}

type Trie = Node<Entry> | undefined

function keyOf(first: number, second: number, last: number): string {
  const bytes = new Uint8Array(32)
  bytes.set([first, second * 64])
  bytes[31] = last
  return pack(bytes)
}

function changesOf(before: Trie, after: Trie) {
  const changes = [...trieChanges(before, after, ({ key }) => key)]
  return changes
    .map((change) => ({ key: (change.after ?? change.before)?.key as string, ...change }))
    .sort((one, other) => (one.key < other.key ? -1 : 1))
}

const write = fc.record({
  key: fc.tuple(fc.nat(3), fc.nat(3), fc.nat(3)).map((parts) => keyOf(...parts)),
  number: fc.option(fc.nat(9), { nil: undefined }),
})
type Write = { readonly key: string; readonly number: number | undefined }

function written(root: Trie, entries: ReadonlyMap<string, Entry>, writes: readonly Write[]) {
  const owner = {}
  const map = new Map(entries)
  let trie = root
  for (const { key, number } of writes) {
    if (number === undefined) {
      map.delete(key)
      trie = remove(trie, key, owner)
    } else {
      const entry = { key, number }
      map.set(key, entry)
      trie = put(trie, key, entry, owner)
    }
  }
  return { trie, map }
}

test('each value that differs is reported once, as a comparison of all values finds it', () => {
  fc.assert(
    fc.property(fc.array(write), fc.array(write), (first, second) => {
      const before = written(undefined, new Map(), first)
      const after = written(before.trie, before.map, second)
      const keys = [...new Set([...before.map.keys(), ...after.map.keys()])].sort()
      const expected = keys
        .map((key) => ({ key, before: before.map.get(key), after: after.map.get(key) }))
        .filter((change) => change.before !== change.after)
      expect(changesOf(before.trie, after.trie)).toEqual(expected)
    }),
    runs({ seed: 11 }),
  )
})

test('what two versions share is not looked at', () => {
  const writes = Array.from({ length: 4096 }, (_, index) => ({
    key: keyOf(index & 255, index >> 10, index & 3),
    number: index,
  }))
  const before = written(undefined, new Map(), writes)
  const after = written(before.trie, before.map, [{ key: keyOf(0, 0, 0), number: -1 }])
  let looked = 0
  const count = ({ key }: Entry) => {
    looked++
    return key
  }
  expect([...trieChanges(before.trie, after.trie, count)]).toHaveLength(1)
  expect(looked).toBeLessThan(10)
})
