import { MerklePatriciaTrie } from '@ethereumjs/mpt'
import { RLP } from '@ethereumjs/rlp'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bytesToHex } from '../../../src/lib/hex.ts'
import { listRoot } from '../../../src/wasm/keccak/listRoot.ts'
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

test.each([1, 2, 16, 17, 127, 128, 129, 144, 255, 256, 257, 300, 1025, 65_537])(
  'the root of %i items is that of a trie with their places as keys',
  async (count) => {
    const items = Array.from({ length: count }, (_, index) =>
      new Uint8Array(1 + ((index * 37) % 120)).fill(index),
    )
    expect(rootOf(items)).toBe(await referee(items))
  },
)

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
