import { beforeEach, expect, test } from 'vitest'
import { Chain } from '../../../src/chain/chain.ts'
import { PastPublications } from '../../../src/devnet/build/publisher.ts'
import { maxLag } from '../../../src/types/requestFaults.ts'
import type { Flashblock } from '../../../src/types/view.ts'
import { testBlock, testCommon, testGenesis, testTransaction } from '../../chain/testBlocks.ts'
import { testFlashblock } from '../../subscriptions/testFlashblock.ts'

const genesis = testGenesis()
let chain: Chain
let past: PastPublications

beforeEach(() => {
  chain = Chain.create(genesis, { common: () => testCommon })
  past = new PastPublications()
})

/** As a block has them where nothing happens: the same view but for its index. */
function emptyAfter(before: Flashblock): Flashblock {
  const index = before.index + 1
  const view = { ...before.view, flashblock: index }
  return { ...before, index, transactions: [], receipts: [], view }
}

/** Flashblock 0, one with a transaction, and `count` empty ones after it. */
function quietBlock(count: number): readonly Flashblock[] {
  const made = [testFlashblock(chain.head, 0), testFlashblock(chain.head, 1, [testTransaction(1)])]
  while (made.length < 2 + count) made.push(emptyAfter(made.at(-1) as Flashblock))
  return made
}

function add(flashblocks: readonly Flashblock[]): void {
  for (const flashblock of flashblocks) past.add(flashblock, chain)
}

const indexes = (ago: number) => past.before(ago)?.flashblocks.map(({ index }) => index)

test('empty flashblocks are given back as they were, and only the first of them is kept', () => {
  const made = quietBlock(4)
  add(made)
  expect(past.before(0)?.flashblocks).toEqual(made)
  expect(past.before(2)?.flashblocks).toEqual(made.slice(0, 4))
  expect(past.kept).toHaveLength(2)
})

test('after the chain has changed an empty one is kept with the new chain', () => {
  const made = quietBlock(2)
  add(made.slice(0, 3))
  chain.append(testBlock(genesis))
  add(made.slice(3))
  expect(past.before(0)?.chain.head.number).toBe(1n)
  expect(past.before(1)?.chain.head.number).toBe(0n)
})

test('one is put into the place of the newest of several empty ones', () => {
  const made = quietBlock(3)
  add(made)
  const newest = made.at(-1) as Flashblock
  const other = { ...newest, view: { ...newest.view, edits: [] } }
  past.replace(other, chain)
  expect(past.before(0)?.flashblocks).toEqual([...made.slice(0, -1), other])
  expect(past.before(0)?.flashblocks.at(-1)).toBe(other)
  expect(indexes(1)).toEqual([0, 1, 2, 3])
  expect(indexes(9)).toEqual([0])
})

test('another one that begins with what was kept goes on alone', () => {
  add(quietBlock(2))
  const other = new PastPublications(past.kept)
  add([emptyAfter(past.before(0)?.flashblocks.at(-1) as Flashblock)])
  expect(other.before(0)?.flashblocks).toHaveLength(4)
  expect(indexes(0)).toEqual([0, 1, 2, 3, 4])
})

test('keeps whole blocks, and as many as a stale read can reach', () => {
  const all: (readonly [number: bigint, index: number])[] = []
  for (let block = 0; block < maxLag; block++) {
    const made = quietBlock(8)
    add(made)
    all.push(...made.map(({ index }) => [chain.head.number, index] as const))
    chain.append(testBlock(chain.head))
  }
  const shown = (ago: number) => {
    const published = past.before(ago)
    return [published?.chain.head.number, published?.flashblocks.at(-1)?.index]
  }
  for (const ago of [0, 1, 9, 10, maxLag]) expect(shown(ago)).toEqual(all.at(-1 - ago))
  expect(shown(maxLag + 9)).toEqual(shown(maxLag))
  const blocks = Math.ceil((maxLag + 1) / 10) + 1
  expect(past.kept).toHaveLength(2 * blocks)
})
