import { beforeEach, describe, expect, test } from 'vitest'
import { Chain } from '../../src/chain/chain.ts'
import type { SealedBlock } from '../../src/types/view.ts'
import { testBlock, testBlocks, testCommon, testGenesis, testTransaction } from './testBlocks.ts'

const genesis = testGenesis()
let chain: Chain

beforeEach(() => {
  chain = Chain.create(genesis, { common: () => testCommon })
})

function appendAll(to: Chain, blocks: readonly SealedBlock[]): void {
  for (const block of blocks) to.append(block)
}

describe('a new chain', () => {
  test('has genesis alone, and genesis at every tag', () => {
    expect(chain.head).toBe(genesis)
    expect(chain.genesis).toBe(genesis)
    expect(chain.safe()).toBe(genesis)
    expect(chain.finalized()).toBe(genesis)
    expect(chain.blockByNumber(0n)).toBe(genesis)
    expect(chain.blockByHash(genesis.hash)).toBe(genesis)
    expect(chain.blockByNumber(1n)).toBeUndefined()
    expect(chain.blockHash(1n)).toBeUndefined()
  })
})

describe('append', () => {
  test('makes the block the head and lets it be found', () => {
    const transactions = [testTransaction(0), testTransaction(1)]
    const block = testBlock(genesis, { transactions })
    chain.append(block)
    expect(chain.head).toBe(block)
    expect(chain.blockByNumber(1n)).toBe(block)
    expect(chain.blockByHash(block.hash)).toBe(block)
    expect(chain.blockHash(1n)).toStrictEqual(block.block.hash())
    expect(chain.transaction(transactions[1]?.hash ?? '0x')).toStrictEqual({
      block,
      index: 1,
      transaction: transactions[1],
      receipt: block.receipts[1],
    })
    expect(chain.transaction(testTransaction(2).hash)).toBeUndefined()
  })

  test('stores the block in EthereumJS, with its transactions', async () => {
    const block = testBlock(genesis, { transactions: [testTransaction(0), testTransaction(1)] })
    chain.append(block)
    const blockchain = await chain.blockchain()
    const stored = await blockchain.getBlock(1n)
    expect(stored.hash()).toStrictEqual(block.block.hash())
    expect(stored.serialize()).toStrictEqual(block.block.serialize())
    expect((await blockchain.getBlock(block.block.hash())).header.number).toBe(1n)
    expect((await blockchain.getCanonicalHeadBlock()).hash()).toStrictEqual(block.block.hash())
  })

  test.each<[string, () => SealedBlock]>([
    ['a block with a gap below it', () => testBlocks(genesis, 2)[1] ?? genesis],
    ['a block on another block of the same number', () => testBlock(testBlock(genesis))],
    ['genesis', () => genesis],
  ])('refuses %s and stays as it was', async (_, make) => {
    const before = chain.snapshot()
    expect(() => chain.append(make())).toThrow(
      expect.objectContaining({ name: 'ChainError', code: 'NOT_NEXT_BLOCK' }),
    )
    expect(chain.snapshot()).toBe(before)
    chain.append(testBlock(genesis))
    expect(chain.head.number).toBe(1n)
  })
})

describe('safe and finalized', () => {
  test('are one and two epochs behind the head', () => {
    appendAll(chain, testBlocks(genesis, 70))
    expect(chain.safe().number).toBe(38n)
    expect(chain.finalized().number).toBe(6n)
    chain.rewind(40n)
    expect(chain.safe().number).toBe(8n)
    expect(chain.finalized()).toBe(genesis)
  })

  test('follow the length of an epoch, in forks too', () => {
    const quick = Chain.create(genesis, { common: () => testCommon, slotsInAnEpoch: 2 })
    appendAll(quick, testBlocks(genesis, 9))
    expect([quick.safe().number, quick.finalized().number]).toEqual([7n, 5n])
    expect([quick.fork().safe().number, quick.fork().finalized().number]).toEqual([7n, 5n])
  })
})

describe('blocks made final', () => {
  test('are not final in a snapshot from before', () => {
    appendAll(chain, testBlocks(genesis, 5))
    const before = chain.snapshot()
    chain.finalize()
    expect(chain.finalNumber).toBe(5n)
    chain.restore(before)
    expect(chain.finalNumber).toBe(0n)
  })

  test('are safe and final whatever their age, in forks too', () => {
    appendAll(chain, testBlocks(genesis, 10))
    chain.finalize()
    for (const one of [chain, chain.fork()]) {
      expect([one.safe().number, one.finalized().number]).toEqual([10n, 10n])
    }
  })

  test('stay final until younger blocks are final by their age', () => {
    const blocks = testBlocks(genesis, 50)
    appendAll(chain, blocks.slice(0, 10))
    chain.finalize()
    appendAll(chain, blocks.slice(10))
    expect([chain.safe().number, chain.finalized().number]).toEqual([18n, 10n])
    chain.rewind(7n)
    expect([chain.safe().number, chain.finalized().number]).toEqual([7n, 7n])
  })
})

describe('rewind', () => {
  test('takes the blocks above off, newest first, with all that finds them', async () => {
    const transactions = [testTransaction(0), testTransaction(1)]
    const [one, two, three] = [
      testBlock(genesis),
      testBlock(testBlock(genesis), { transactions }),
      testBlock(testBlock(testBlock(genesis), { transactions })),
    ]
    appendAll(chain, [one, two, three])
    expect(chain.rewind(1n)).toEqual([three, two])
    expect(chain.head).toBe(one)
    expect(chain.blockByNumber(2n)).toBeUndefined()
    expect(chain.blockByHash(two.hash)).toBeUndefined()
    expect(chain.blockHash(3n)).toBeUndefined()
    expect(chain.transaction(transactions[0]?.hash ?? '0x')).toBeUndefined()

    const blockchain = await chain.blockchain()
    expect((await blockchain.getCanonicalHeadBlock()).hash()).toStrictEqual(one.block.hash())
    await expect(blockchain.getBlock(2n)).rejects.toThrow('not found')
    await expect(blockchain.getBlock(three.block.hash())).rejects.toThrow('not found')
  })

  test('lets other blocks be appended in the place of the removed ones', async () => {
    appendAll(chain, testBlocks(genesis, 4))
    chain.rewind(2n)
    const other = testBlock(chain.head, { salt: 7 })
    chain.append(other)
    expect(chain.blockByNumber(3n)).toBe(other)
    expect((await (await chain.blockchain()).getBlock(3n)).hash()).toStrictEqual(other.block.hash())
  })

  test('to the head removes nothing, to genesis all but genesis', () => {
    const blocks = testBlocks(genesis, 3)
    appendAll(chain, blocks)
    expect(chain.rewind(3n)).toEqual([])
    expect(chain.rewind(0n)).toEqual([...blocks].reverse())
    expect(chain.head).toBe(genesis)
  })

  test.each([-1n, 3n])('to block %s of two is refused and changes nothing', (number) => {
    appendAll(chain, testBlocks(genesis, 2))
    const before = chain.snapshot()
    expect(() => chain.rewind(number)).toThrow(expect.objectContaining({ code: 'UNKNOWN_BLOCK' }))
    expect(chain.snapshot()).toBe(before)
  })

  test('of a repeated transaction lets its older inclusion be found again', () => {
    const transaction = testTransaction(0)
    const one = testBlock(genesis, { transactions: [transaction] })
    const two = testBlock(one, { transactions: [testTransaction(1), transaction] })
    appendAll(chain, [one, two])
    expect(chain.transaction(transaction.hash)).toMatchObject({ block: two, index: 1 })
    chain.rewind(1n)
    expect(chain.transaction(transaction.hash)).toMatchObject({ block: one, index: 0 })
  })
})

describe('snapshot and restore', () => {
  test('bring the same chain back after appends and rewinds, any number of times', async () => {
    const transaction = testTransaction(0)
    const one = testBlock(genesis, { transactions: [transaction] })
    chain.append(one)
    const snapshot = chain.snapshot()
    for (const salt of [1, 2]) {
      chain.rewind(0n)
      chain.append(testBlock(genesis, { salt }))
      expect(chain.transaction(transaction.hash)).toBeUndefined()
      chain.restore(snapshot)
      expect(chain.head).toBe(one)
      expect(chain.transaction(transaction.hash)?.block).toBe(one)
      expect((await (await chain.blockchain()).getBlock(1n)).hash()).toStrictEqual(one.block.hash())
    }
    chain.append(testBlock(one))
    expect(chain.head.number).toBe(2n)
  })
})

describe('fork', () => {
  test('goes its own way, and so does the chain that it was made from', async () => {
    const [one] = testBlocks(genesis, 1) as [SealedBlock]
    chain.append(one)
    const fork = chain.fork()
    const [left, right] = [testBlock(one, { salt: 1 }), testBlock(one, { salt: 2 })]
    chain.append(left)
    fork.append(right)
    fork.append(testBlock(right))
    expect(chain.head).toBe(left)
    expect(fork.blockByNumber(2n)).toBe(right)
    expect(fork.blockByHash(left.hash)).toBeUndefined()
    chain.rewind(0n)
    expect(fork.head.number).toBe(3n)
    expect((await (await fork.blockchain()).getBlock(2n)).hash()).toStrictEqual(right.block.hash())
    expect((await (await chain.blockchain()).getCanonicalHeadBlock()).hash()).toStrictEqual(
      genesis.block.hash(),
    )
  })

  test('outlives a restore of the chain that it was made from', () => {
    const snapshot = chain.snapshot()
    const blocks = testBlocks(genesis, 3)
    appendAll(chain, blocks)
    const fork = chain.fork()
    chain.restore(snapshot)
    fork.append(testBlock(fork.head))
    expect(fork.head.number).toBe(4n)
    expect(chain.head).toBe(genesis)
  })

  test('has the blocks still that it let go', () => {
    const transactions = [testTransaction(0)]
    const block = testBlock(genesis, { transactions })
    chain.append(block)
    const fork = chain.fork()
    chain.rewind(0n)
    const removed = fork.beyond(chain)
    fork.letGo(removed)
    expect(removed).toEqual([block])
    expect(fork.blockByNumber(1n)?.block.serialize()).toStrictEqual(block.block.serialize())
    expect(fork.transaction(transactions[0]?.hash ?? '0x')?.index).toBe(0)
  })
})

describe('blockchain', () => {
  test('is a copy of the chain as it was: neither follows the other', async () => {
    const [one, two] = testBlocks(genesis, 2) as [SealedBlock, SealedBlock]
    chain.append(one)
    const blockchain = await chain.blockchain()
    chain.append(two)
    expect((await blockchain.getCanonicalHeadBlock()).header.number).toBe(1n)
    await blockchain.putBlock(testBlock(one, { salt: 5 }).block)
    expect((await (await chain.blockchain()).getBlock(2n)).hash()).toStrictEqual(two.block.hash())
  })
})

describe('a chain that begins late', () => {
  const late = testBlock({ ...genesis, number: 999n }, {})

  test('has nothing between genesis and its first block, and goes on from that', async () => {
    chain.appendCheckpoint(late)
    expect(chain.head).toBe(late)
    expect(chain.blockByNumber(999n)).toBeUndefined()
    expect(chain.blockByNumber(0n)).toBe(genesis)
    const [next, after] = testBlocks(late, 2) as [SealedBlock, SealedBlock]
    chain.append(next)
    chain.append(after)
    expect(chain.blocks(0n, 2000n)).toEqual([genesis, late, next, after])
    chain.rewind(1000n)
    expect(chain.head).toBe(late)
    chain.append(next)
    expect((await (await chain.blockchain()).getCanonicalHeadHeader()).number).toBe(1001n)
  })

  test('can go back to genesis', () => {
    chain.appendCheckpoint(late)
    appendAll(chain, testBlocks(late, 2))
    chain.rewind(0n)
    expect(chain.head).toBe(genesis)
    const [first] = testBlocks(genesis, 1)
    chain.append(first as SealedBlock)
    expect(chain.head).toBe(first)
  })

  test('begins above the head only', () => {
    appendAll(chain, testBlocks(genesis, 2))
    const [one] = testBlocks(genesis, 1)
    expect(() => chain.appendCheckpoint(one as SealedBlock)).toThrow('is not above the head')
  })
})

describe('beyond', () => {
  test('gives the blocks above the newest that both chains have', () => {
    const shared = testBlocks(genesis, 3)
    appendAll(chain, shared)
    const other = chain.fork()
    const branch = testBlock(other.head, { salt: 1 })
    appendAll(other, [branch, testBlock(branch, {})])
    appendAll(chain, testBlocks(chain.head, 4))
    const numbers = (blocks: readonly SealedBlock[]) => blocks.map(({ number }) => number)
    expect(numbers(chain.beyond(other))).toEqual([4n, 5n, 6n, 7n])
    expect(numbers(other.beyond(chain))).toEqual([4n, 5n])
    expect(chain.beyond(chain.fork())).toEqual([])
  })
})

test('blocks that are put off are made once, when somebody reads or goes on', () => {
  const blocks = testBlocks(genesis, 5)
  const made: bigint[] = []
  function* steps(from: number, to: number) {
    made.push(blocks[from]?.number as bigint)
    yield
    return blocks.slice(from, to)
  }
  const later = (from: number, to: number) => chain.appendLater(steps(from, to))
  later(0, 2)
  expect(made).toEqual([])
  later(2, 4)
  expect(made).toEqual([1n])
  appendAll(chain, blocks.slice(4))
  expect(made).toEqual([1n, 3n])
  expect(chain.blocks(1n, 5n)).toEqual(blocks)
  expect(chain.fork().head).toBe(blocks[4])
  expect(made).toEqual([1n, 3n])
})

describe('blocks that are put off, made in turns', () => {
  const blocks = testBlocks(genesis, 2)
  function* steps() {
    for (const _ of blocks) yield
    return blocks
  }
  const start = () => {
    chain.appendLater(steps())
    const turns: (() => void)[] = []
    const settled = chain.settle(() => new Promise((resolve) => turns.push(resolve)))
    return { settled, next: () => turns.shift()?.() }
  }

  test('are there when all is made', async () => {
    expect(chain.isBehind).toBe(false)
    const { settled, next } = start()
    expect(chain.isBehind).toBe(true)
    next()
    await Promise.resolve()
    next()
    await settled
    expect(chain.isBehind).toBe(false)
    expect(chain.head).toBe(blocks[1])
  })

  test('are made at once where somebody reads meanwhile', async () => {
    const { settled, next } = start()
    expect(chain.head).toBe(blocks[1])
    next()
    await settled
    expect(chain.head).toBe(blocks[1])
  })

  test('are not made on another moment of the chain', async () => {
    const before = chain.snapshot()
    const { settled, next } = start()
    chain.restore(before)
    next()
    await settled
    expect(chain.head).toBe(genesis)
  })
})
