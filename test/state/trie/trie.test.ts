import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pack, unpack } from '../../../src/state/trie/packed.ts'
import { get, type Node, nibbleAt, put, remove, values } from '../../../src/state/trie/trie.ts'
import { rootHash } from '../../../src/state/trie/trieHash.ts'
import { runs } from '../../support/runs.ts'

const encode = pack
type Root = Node<Uint8Array> | undefined

/** A key that begins with the given bytes. */
function keyOf(...start: number[]): string {
  const bytes = new Uint8Array(32)
  bytes.set(start)
  return pack(bytes)
}

const one = Uint8Array.of(1)
const two = Uint8Array.of(2)

describe('reading', () => {
  test('finds what was put and nothing else', () => {
    let root: Root = put<Uint8Array>(undefined, keyOf(0x12, 0x34), one, {})
    root = put(root, keyOf(0x12, 0x35), two, {})
    expect(get(root, keyOf(0x12, 0x34))).toBe(one)
    expect(get(root, keyOf(0x12, 0x35))).toBe(two)
    expect(get(root, keyOf(0x12, 0x36))).toBeUndefined()
    expect(get(root, keyOf(0x13, 0x34))).toBeUndefined()
    expect(get(undefined, keyOf(1))).toBeUndefined()
  })

  test('lists the values in the order of their keys', () => {
    let root: Root
    for (const byte of [9, 3, 0xff, 0x30]) root = put(root, keyOf(byte), Uint8Array.of(byte), {})
    expect([...values(root)].map(([byte]) => byte)).toEqual([3, 9, 0x30, 0xff])
    expect([...values(undefined)]).toEqual([])
  })

  test('takes a key apart into nibbles', () => {
    expect([0, 1, 2, 3].map((at) => nibbleAt(keyOf(0x12, 0xfe), at))).toEqual([1, 2, 15, 14])
  })
})

describe('removing', () => {
  test('gives back the very same node when the key is not there', () => {
    const root = put(put<Uint8Array>(undefined, keyOf(1), one, {}), keyOf(2), two, {})
    expect(remove(root, keyOf(3), {})).toBe(root)
    expect(remove(root, keyOf(1, 1), {})).toBe(root)
  })

  test('of the last key leaves no trie', () => {
    expect(remove(put(undefined, keyOf(1), one, {}), keyOf(1), {})).toBeUndefined()
  })
})

const smallKey = fc
  .array(fc.nat(3), { minLength: 3, maxLength: 3 })
  .map(([first = 0, second = 0, third = 0]) => keyOf(first, second * 64, third))
const write = fc.record({
  key: smallKey,
  value: fc.option(fc.uint8Array({ minLength: 1, maxLength: 40 }), { nil: undefined }),
})

test('a tree that was taken never changes, whatever is written over it', () => {
  fc.assert(
    fc.property(fc.array(fc.array(write, { maxLength: 8 }), { maxLength: 10 }), (batches) => {
      let root: Root
      const content = new Map<string, Uint8Array>()
      const taken: { root: Root; content: [string, Uint8Array][]; hash: string }[] = []
      for (const batch of batches) {
        const owner = {}
        for (const { key, value } of batch) {
          if (value === undefined) content.delete(key)
          else content.set(key, value)
          root = value === undefined ? remove(root, key, owner) : put(root, key, value, owner)
        }
        taken.push({ root, content: [...content], hash: rootHash(root, encode) })
      }
      for (const each of taken) {
        const sorted = [...each.content].sort(([left], [right]) => (left < right ? -1 : 1))
        expect([...values(each.root)]).toEqual(sorted.map(([, value]) => value))
        for (const [key, value] of each.content) expect(get(each.root, key)).toBe(value)
        const anew = each.content.reduce<Root>(
          (so, [key, value]) => put(so, key, value, {}),
          undefined,
        )
        expect(unpack(rootHash(anew, encode))).toEqual(unpack(each.hash))
      }
    }),
    runs({ seed: 3, numRuns: 200 }),
  )
})
