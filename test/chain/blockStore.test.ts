import { Block } from '@ethereumjs/block'
import { createAddressFromString, Withdrawal } from '@ethereumjs/util'
import { describe, expect, test } from 'vitest'
import {
  noBlocks,
  numberOf,
  openStore,
  type StoredBlocks,
  withEntry,
  withoutBlock,
} from '../../src/chain/blockStore.ts'
import { recordOf } from '../../src/chain/storedBlock.ts'
import { hardforks } from '../../src/ethereumjs/protocol/hardforks.ts'
import { createProtocol } from '../../src/ethereumjs/protocol/protocol.ts'
import type { SealedBlock } from '../../src/types/view.ts'
import { testBlock, testBlocks, testCommon, testGenesis, testTransaction } from './testBlocks.ts'

const genesis = testGenesis()

function storeOf(...blocks: readonly SealedBlock[]): StoredBlocks {
  return blocks.reduce(added, noBlocks)
}

function added(blocks: StoredBlocks, block: SealedBlock): StoredBlocks {
  return withEntry(blocks, recordOf(block).entry)
}

describe('a block store', () => {
  test.each(hardforks)('is read by EthereumJS from %s on', async (hardfork) => {
    const protocol = createProtocol({ chainId: 31337, hardfork, transactionGasCap: true })
    const common = protocol.commonAt(0n, 0n)
    const first = testGenesis(common)
    const one = testBlock(first, { transactions: [testTransaction(0)] }, common)
    const two = testBlock(one, { transactions: [testTransaction(2)] }, common)
    const opened = await openStore(first, common, {
      blocks: storeOf(first, one, two),
      head: two.hash,
    })
    const blocks = [first, one, two]
    for (const { number, block } of blocks) {
      expect((await opened.getBlock(number)).serialize()).toStrictEqual(block.serialize())
      expect((await opened.getBlock(block.hash())).serialize()).toStrictEqual(block.serialize())
    }
    expect((await opened.getCanonicalHeadBlock()).serialize()).toStrictEqual(two.block.serialize())
    const difficulty = blocks.reduce((sum, { header }) => sum + header.difficulty, 0n)
    expect(await opened.getTotalDifficulty(two.block.hash())).toBe(difficulty)
    await opened.delBlock(two.block.hash())
    await expect(opened.getBlock(2n)).rejects.toThrow()
  })

  test('keeps typed and legacy transactions and withdrawals as they are encoded', async () => {
    const transactions = [testTransaction(1), testTransaction(2), testTransaction(3)]
    const plain = testBlock(genesis, { transactions })
    const address = createAddressFromString(`0x${'ab'.repeat(20)}`)
    const withdrawals = [new Withdrawal(1n, 2n, address, 3n)]
    const block = new Block(plain.header, plain.block.transactions, [], withdrawals)
    const head = { ...plain, block }
    const store = await openStore(genesis, testCommon, {
      blocks: storeOf(genesis, head),
      head: head.hash,
    })
    expect((await store.getBlock(1n)).serialize()).toStrictEqual(block.serialize())
  })

  test('is opened at the head that is said, and goes on from there', async () => {
    const [one, two, three] = testBlocks(genesis, 3) as [SealedBlock, SealedBlock, SealedBlock]
    const blocks = storeOf(genesis, one)
    const store = await openStore(genesis, testCommon, { blocks, head: one.hash })
    await store.putBlock(two.block)
    await store.putBlock(three.block)
    expect((await store.getCanonicalHeadBlock()).header.number).toBe(3n)
    const other = await openStore(genesis, testCommon, { blocks, head: one.hash })
    expect((await other.getCanonicalHeadBlock()).header.number).toBe(1n)
  })

  test('holds nothing more of the blocks that were removed', async () => {
    const [one, two, three] = testBlocks(genesis, 3) as [SealedBlock, SealedBlock, SealedBlock]
    const blocks = storeOf(genesis, one)
    const longer = [two, three].reduce(added, blocks)
    const shorter = [three, two].reduce<StoredBlocks>(withoutBlock, longer)
    expect([...shorter]).toEqual([...blocks])
    expect(numberOf(shorter, one.hash)).toBe(1n)
    expect(numberOf(shorter, two.hash)).toBeUndefined()
  })

  test('does not open over the content of a chain with another genesis', async () => {
    const other = testGenesis(
      createProtocol({ chainId: 1, hardfork: 'cancun', transactionGasCap: true }).commonAt(0n, 0n),
    )
    const blocks = storeOf(genesis)
    await expect(openStore(other, testCommon, { blocks, head: genesis.hash })).rejects.toThrow(
      'genesis block',
    )
  })
})
