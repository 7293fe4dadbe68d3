import { createBlock } from '@ethereumjs/block'
import { beforeEach, describe, expect, test } from 'vitest'
import { Chain } from '../../src/chain/chain.ts'
import type { SealedBlock } from '../../src/types/view.ts'
import { testBlock, testBlocks, testCommon, testGenesis, testTransaction } from './testBlocks.ts'

const genesis = testGenesis()
let chain: Chain

beforeEach(async () => {
  chain = await Chain.create(genesis, { common: testCommon })
})

async function appendAll(to: Chain, blocks: readonly SealedBlock[]): Promise<void> {
  for (const block of blocks) await to.append(block)
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
  test('does what belongs to a new head when the block is there, and not for one that fails', async () => {
    const [block, later] = testBlocks(genesis, 2) as [SealedBlock, SealedBlock]
    const heads: bigint[] = []
    const note = () => heads.push(chain.head.number)
    await expect(chain.append(later, note)).rejects.toMatchObject({ code: 'NOT_NEXT_BLOCK' })
    await chain.append(block, note)
    expect(heads).toEqual([1n])
  })

  test('makes the block the head and lets it be found', async () => {
    const transactions = [testTransaction(0), testTransaction(1)]
    const block = testBlock(genesis, { transactions })
    await chain.append(block)
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
    await chain.append(block)
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
    await expect(chain.append(make())).rejects.toMatchObject({
      name: 'ChainError',
      code: 'NOT_NEXT_BLOCK',
    })
    expect(chain.snapshot()).toBe(before)
    await chain.append(testBlock(genesis))
    expect(chain.head.number).toBe(1n)
  })

  test('refuses a second block on the head that another append, asked for earlier, moves', async () => {
    const first = testBlock(genesis, { salt: 1 })
    const appends = [chain.append(first), chain.append(testBlock(genesis, { salt: 2 }))]
    const results = await Promise.allSettled(appends)
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    expect(chain.head).toBe(first)
    expect((await (await chain.blockchain()).getCanonicalHeadBlock()).hash()).toStrictEqual(
      first.block.hash(),
    )
  })

  test('of a block that EthereumJS cannot read back fails whole, and the chain goes on', async () => {
    const [one] = testBlocks(genesis, 1) as [SealedBlock]
    await chain.append(one)
    const before = chain.snapshot()
    // Proof of stake allows 32 bytes of extra data; the check is off where the block is made.
    const block = createBlock(
      { header: { number: 2n, parentHash: one.block.hash(), extraData: new Uint8Array(33) } },
      { common: testCommon, skipConsensusFormatValidation: true },
    )
    const broken: SealedBlock = { ...testBlock(one), block, header: block.header }
    await expect(chain.append(broken)).rejects.toThrow('extraData')
    expect(chain.snapshot()).toBe(before)
    await expect((await chain.blockchain()).getBlock(2n)).rejects.toThrow('not found')

    const two = testBlock(one)
    await chain.append(two)
    expect(chain.head).toBe(two)
    expect((await (await chain.blockchain()).getBlock(2n)).hash()).toStrictEqual(two.block.hash())
  })
})

describe('safe and finalized', () => {
  test('are one and two epochs behind the head', async () => {
    await appendAll(chain, testBlocks(genesis, 70))
    expect(chain.safe().number).toBe(38n)
    expect(chain.finalized().number).toBe(6n)
    await chain.rewind(40n)
    expect(chain.safe().number).toBe(8n)
    expect(chain.finalized()).toBe(genesis)
  })

  test('follow the length of an epoch, in forks too', async () => {
    const quick = await Chain.create(genesis, { common: testCommon, slotsInAnEpoch: 2 })
    await appendAll(quick, testBlocks(genesis, 9))
    expect([quick.safe().number, quick.finalized().number]).toEqual([7n, 5n])
    expect([quick.fork().safe().number, quick.fork().finalized().number]).toEqual([7n, 5n])
  })
})

describe('blocks made final', () => {
  test('are not final in a snapshot from before', async () => {
    await appendAll(chain, testBlocks(genesis, 5))
    const before = chain.snapshot()
    chain.finalize()
    expect(chain.finalNumber).toBe(5n)
    chain.restore(before)
    expect(chain.finalNumber).toBe(0n)
  })

  test('are safe and final whatever their age, in forks too', async () => {
    await appendAll(chain, testBlocks(genesis, 10))
    chain.finalize()
    for (const one of [chain, chain.fork()]) {
      expect([one.safe().number, one.finalized().number]).toEqual([10n, 10n])
    }
  })

  test('stay it until an epoch is younger', async () => {
    const blocks = testBlocks(genesis, 50)
    await appendAll(chain, blocks.slice(0, 10))
    chain.finalize()
    await appendAll(chain, blocks.slice(10))
    expect([chain.safe().number, chain.finalized().number]).toEqual([18n, 10n])
    await chain.rewind(7n)
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
    await appendAll(chain, [one, two, three])
    expect(await chain.rewind(1n)).toEqual([three, two])
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
    await appendAll(chain, testBlocks(genesis, 4))
    await chain.rewind(2n)
    const other = testBlock(chain.head, { salt: 7 })
    await chain.append(other)
    expect(chain.blockByNumber(3n)).toBe(other)
    expect((await (await chain.blockchain()).getBlock(3n)).hash()).toStrictEqual(other.block.hash())
  })

  test('to the head removes nothing, to genesis all but genesis', async () => {
    const blocks = testBlocks(genesis, 3)
    await appendAll(chain, blocks)
    expect(await chain.rewind(3n)).toEqual([])
    expect(await chain.rewind(0n)).toEqual([...blocks].reverse())
    expect(chain.head).toBe(genesis)
  })

  test.each([-1n, 3n])('to block %s of two is refused and changes nothing', async (number) => {
    await appendAll(chain, testBlocks(genesis, 2))
    const before = chain.snapshot()
    await expect(chain.rewind(number)).rejects.toMatchObject({ code: 'UNKNOWN_BLOCK' })
    expect(chain.snapshot()).toBe(before)
  })

  test('of a repeated transaction lets its older inclusion be found again', async () => {
    const transaction = testTransaction(0)
    const one = testBlock(genesis, { transactions: [transaction] })
    const two = testBlock(one, { transactions: [testTransaction(1), transaction] })
    await appendAll(chain, [one, two])
    expect(chain.transaction(transaction.hash)).toMatchObject({ block: two, index: 1 })
    await chain.rewind(1n)
    expect(chain.transaction(transaction.hash)).toMatchObject({ block: one, index: 0 })
  })
})

describe('snapshot and restore', () => {
  test('bring the same chain back after appends and rewinds, any number of times', async () => {
    const transaction = testTransaction(0)
    const one = testBlock(genesis, { transactions: [transaction] })
    await chain.append(one)
    const snapshot = chain.snapshot()
    for (const salt of [1, 2]) {
      await chain.rewind(0n)
      await chain.append(testBlock(genesis, { salt }))
      expect(chain.transaction(transaction.hash)).toBeUndefined()
      chain.restore(snapshot)
      expect(chain.head).toBe(one)
      expect(chain.transaction(transaction.hash)?.block).toBe(one)
      expect((await (await chain.blockchain()).getBlock(1n)).hash()).toStrictEqual(one.block.hash())
    }
    await chain.append(testBlock(one))
    expect(chain.head.number).toBe(2n)
  })

  test('a restore in the middle of an append wins, and the append says so', async () => {
    const blocks = testBlocks(genesis, 2)
    const snapshot = chain.snapshot()
    await chain.append(blocks[0] as SealedBlock)
    const append = chain.append(blocks[1] as SealedBlock)
    // The append has begun when the microtasks so far have run.
    await Promise.resolve()
    chain.restore(snapshot)
    await expect(append).rejects.toMatchObject({ name: 'ChainError' })
    expect(chain.head).toBe(genesis)
    await appendAll(chain, blocks)
    expect(chain.head).toBe(blocks[1])
  })

  test('a snapshot or fork in the middle of an append is the chain before it', async () => {
    const block = testBlock(genesis)
    const append = chain.append(block)
    await Promise.resolve()
    const fork = chain.fork()
    await append
    expect(fork.head).toBe(genesis)
    await expect((await fork.blockchain()).getBlock(1n)).rejects.toThrow('not found')
    await fork.append(block)
    expect(fork.head).toBe(block)
  })
})

describe('fork', () => {
  test('goes its own way, and so does the chain that it was made from', async () => {
    const [one] = testBlocks(genesis, 1) as [SealedBlock]
    await chain.append(one)
    const fork = chain.fork()
    const [left, right] = [testBlock(one, { salt: 1 }), testBlock(one, { salt: 2 })]
    await Promise.all([chain.append(left), fork.append(right)])
    await fork.append(testBlock(right))
    expect(chain.head).toBe(left)
    expect(fork.blockByNumber(2n)).toBe(right)
    expect(fork.blockByHash(left.hash)).toBeUndefined()
    await chain.rewind(0n)
    expect(fork.head.number).toBe(3n)
    expect((await (await fork.blockchain()).getBlock(2n)).hash()).toStrictEqual(right.block.hash())
    expect((await (await chain.blockchain()).getCanonicalHeadBlock()).hash()).toStrictEqual(
      genesis.block.hash(),
    )
  })

  test('outlives a restore of the chain that it was made from', async () => {
    const snapshot = chain.snapshot()
    const blocks = testBlocks(genesis, 3)
    await appendAll(chain, blocks)
    const fork = chain.fork()
    chain.restore(snapshot)
    await fork.append(testBlock(fork.head))
    expect(fork.head.number).toBe(4n)
    expect(chain.head).toBe(genesis)
  })
})

describe('blockchain', () => {
  test('is a copy of the chain as it was: neither follows the other', async () => {
    const [one, two] = testBlocks(genesis, 2) as [SealedBlock, SealedBlock]
    await chain.append(one)
    const blockchain = await chain.blockchain()
    await chain.append(two)
    expect((await blockchain.getCanonicalHeadBlock()).header.number).toBe(1n)
    await blockchain.putBlock(testBlock(one, { salt: 5 }).block)
    expect((await (await chain.blockchain()).getBlock(2n)).hash()).toStrictEqual(two.block.hash())
  })
})

describe('a chain that begins late', () => {
  const late = testBlock({ ...genesis, number: 999n }, {})

  test('has nothing between genesis and its first block, and goes on from that', async () => {
    await chain.appendCheckpoint(late)
    expect(chain.head).toBe(late)
    expect(chain.blockByNumber(999n)).toBeUndefined()
    expect(chain.blockByNumber(0n)).toBe(genesis)
    const [next, after] = testBlocks(late, 2) as [SealedBlock, SealedBlock]
    await chain.append(next)
    await chain.append(after)
    expect(chain.blocks(0n, 2000n)).toEqual([genesis, late, next, after])
    await chain.rewind(1000n)
    expect(chain.head).toBe(late)
    await chain.append(next)
    expect((await (await chain.blockchain()).getCanonicalHeadHeader()).number).toBe(1001n)
  })

  test('can go back to genesis', async () => {
    await chain.appendCheckpoint(late)
    await appendAll(chain, testBlocks(late, 2))
    await chain.rewind(0n)
    expect(chain.head).toBe(genesis)
    const [first] = testBlocks(genesis, 1)
    await chain.append(first as SealedBlock)
    expect(chain.head).toBe(first)
  })

  test('begins above the head only', async () => {
    await appendAll(chain, testBlocks(genesis, 2))
    const [one] = testBlocks(genesis, 1)
    await expect(chain.appendCheckpoint(one as SealedBlock)).rejects.toThrow(
      'is not above the head',
    )
  })
})

describe('beyond', () => {
  test('gives the blocks above the newest that both chains have', async () => {
    const shared = testBlocks(genesis, 3)
    await appendAll(chain, shared)
    const other = chain.fork()
    const branch = testBlock(other.head, { salt: 1 })
    await appendAll(other, [branch, testBlock(branch, {})])
    await appendAll(chain, testBlocks(chain.head, 4))
    const numbers = (blocks: readonly SealedBlock[]) => blocks.map(({ number }) => number)
    expect(numbers(chain.beyond(other))).toEqual([4n, 5n, 6n, 7n])
    expect(numbers(other.beyond(chain))).toEqual([4n, 5n])
    expect(chain.beyond(chain.fork())).toEqual([])
  })
})
