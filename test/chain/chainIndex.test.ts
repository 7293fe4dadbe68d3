import { describe, expect, test } from 'vitest'
import {
  blockAt,
  blocksBetween,
  type ChainIndex,
  indexOf,
  withHead,
  withoutHead,
} from '../../src/chain/chainIndex.ts'
import { noInclusions } from '../../src/chain/inclusions.ts'
import { testBlock, testBlocks, testGenesis, testTransaction } from './testBlocks.ts'

const genesis = testGenesis()

function numbers(index: ChainIndex, from: bigint, to: bigint): bigint[] {
  return [...blocksBetween(index, from, to)].map(({ number }) => number)
}

describe('the chain index', () => {
  test('has nothing left of a block that was put on and taken off', () => {
    const transactions = [testTransaction(0), testTransaction(1)]
    const start = indexOf(genesis)
    const back = withoutHead(withHead(start, testBlock(genesis, { transactions })))
    expect(back.head).toBe(genesis)
    expect([...back.records]).toEqual([...start.records])
    expect(back.blocks.size).toBe(start.blocks.size)
    expect(back.inclusions).toEqual(noInclusions)
  })

  test('stays as it was when another is made of it', () => {
    const start = indexOf(genesis)
    const block = testBlock(genesis)
    const next = withHead(start, block)
    withoutHead(next)
    expect(start.head).toBe(genesis)
    expect(blockAt(start, 1n)).toBeUndefined()
    expect(blockAt(next, 1n)).toBe(block)
  })

  test('gives the blocks of a range in order, as far as there are any', () => {
    const index = testBlocks(genesis, 5).reduce(withHead, indexOf(genesis))
    expect(numbers(index, 1n, 3n)).toEqual([1n, 2n, 3n])
    expect(numbers(index, 0n, 0n)).toEqual([0n])
    expect(numbers(index, 4n, 9n)).toEqual([4n, 5n])
    expect(numbers(index, 3n, 2n)).toEqual([])
  })
})
