import { genWithdrawalsTrieRoot } from '@ethereumjs/block'
import { MerklePatriciaTrie } from '@ethereumjs/mpt'
import { RLP } from '@ethereumjs/rlp'
import { createWithdrawal } from '@ethereumjs/util'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { initCrypto } from '../../../src/ethereumjs/crypto.ts'
import { orderedRoot, withdrawalsRoot } from '../../../src/execution/rules/roots.ts'
import { bytesToHex } from '../../../src/lib/hex.ts'
import { runs } from '../../support/runs.ts'

beforeAll(initCrypto)

async function referee(items: readonly Uint8Array[]): Promise<string> {
  const trie = new MerklePatriciaTrie()
  for (const [index, item] of items.entries()) await trie.put(RLP.encode(index), item)
  return bytesToHex(trie.root())
}

test('the root of nothing is the hash of the RLP of nothing', () => {
  expect(bytesToHex(orderedRoot([]))).toBe(
    '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421',
  )
})

test.each([1, 2, 16, 17, 127, 128, 129, 144, 255, 256, 257, 300, 1025])(
  'the root of %i items is that of a trie with their places as keys',
  async (count) => {
    const items = Array.from({ length: count }, (_, index) =>
      new Uint8Array(1 + ((index * 37) % 120)).fill(index),
    )
    expect(bytesToHex(orderedRoot(items))).toBe(await referee(items))
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
      expect(bytesToHex(orderedRoot(items))).toBe(await referee(items))
    }),
    runs({ seed: 11, numRuns: 60 }),
  )
})

test('withdrawals have the root that EthereumJS gives them', async () => {
  const withdrawals = Array.from({ length: 20 }, (_, index) =>
    createWithdrawal({
      index,
      validatorIndex: index * 3,
      address: new Uint8Array(20).fill(index),
      amount: index * 10 ** 9,
    }),
  )
  expect(bytesToHex(withdrawalsRoot(withdrawals))).toBe(
    bytesToHex(await genWithdrawalsTrieRoot(withdrawals)),
  )
})
