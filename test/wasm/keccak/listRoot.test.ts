import { MerklePatriciaTrie } from '@ethereumjs/mpt'
import { RLP } from '@ethereumjs/rlp'
import { keccak_256 } from '@noble/hashes/sha3.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bytesToDigits, bytesToHex, hexToBytes } from '../../../src/lib/hex.ts'
import { listRoot } from '../../../src/wasm/keccak/module.ts'
import { runs } from '../../support/runs.ts'

function rootOf(items: readonly Uint8Array[]): string {
  return bytesToHex(listRoot(items, (item) => item))
}

async function referee(items: readonly Uint8Array[]): Promise<string> {
  const trie = new MerklePatriciaTrie()
  for (const [index, item] of items.entries()) await trie.put(RLP.encode(index), item)
  return bytesToHex(trie.root())
}

test('the root of nothing is the hash of the RLP of nothing', () => {
  expect(rootOf([])).toBe('0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421')
})

function itemsOf(count: number): readonly Uint8Array[] {
  return Array.from({ length: count }, (_, index) =>
    new Uint8Array(1 + ((index * 37) % 120)).fill(index),
  )
}

test.each([1, 2, 16, 17, 127, 128, 129, 144, 255, 256, 257, 300, 1025])(
  'the root of %i items is that of a trie with their places as keys',
  async (count) => {
    const items = itemsOf(count)
    expect(rootOf(items)).toBe(await referee(items))
  },
)

const nibbles = [...'0123456789abcdef']

/** The node over leaves by their keys, which agree up to `depth` and then differ: quick for very many. */
function nodeOver(leaves: readonly (readonly [string, Uint8Array])[], depth: number): Uint8Array {
  const [leaf] = leaves
  if (leaf !== undefined && leaves.length === 1) {
    const rest = leaf[0].slice(depth)
    return RLP.encode([hexToBytes(rest.length % 2 === 0 ? `20${rest}` : `3${rest}`), leaf[1]])
  }
  const children = nibbles.map((nibble) => leaves.filter(([key]) => key[depth] === nibble))
  const names = children.map((some) => {
    if (some.length === 0) return ''
    const node = nodeOver(some, depth + 1)
    return node.length < 32 ? RLP.decode(node) : keccak_256(node)
  })
  return RLP.encode([...names, ''])
}

test.each([17, 65_537])('the root of %i items is that of its nodes', async (count) => {
  const items = itemsOf(count)
  const leaves = items.map((item, place) => [bytesToDigits(RLP.encode(place)), item] as const)
  const root = bytesToHex(keccak_256(nodeOver(leaves, 0)))
  expect(rootOf(items)).toBe(root)
  if (count < 100) expect(await referee(items)).toBe(root)
})

test('items of any length have the root of a trie, short ones that stand inside their parents too', async () => {
  const item = fc.oneof(
    fc.uint8Array({ minLength: 1, maxLength: 4 }),
    fc.uint8Array({ minLength: 20, maxLength: 70 }),
    fc.integer({ min: 250, max: 70_000 }).map((length) => new Uint8Array(length).fill(7)),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(item, { maxLength: 40 }), async (items) => {
      expect(rootOf(items)).toBe(await referee(items))
    }),
    runs({ seed: 11, numRuns: 60 }),
  )
})
