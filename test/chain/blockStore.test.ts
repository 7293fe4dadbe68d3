import { Block } from '@ethereumjs/block'
import { createBlockchain } from '@ethereumjs/blockchain'
import { createAddressFromString, Withdrawal } from '@ethereumjs/util'
import { describe, expect, test } from 'vitest'
import { openStore, withBlock, withoutBlock } from '../../src/chain/blockStore.ts'
import {
  type DatabaseContent,
  emptyContent,
  MemoryDatabase,
} from '../../src/chain/memoryDatabase.ts'
import { hardforks } from '../../src/ethereumjs/protocol/hardforks.ts'
import { createProtocol } from '../../src/ethereumjs/protocol/protocol.ts'
import { bytesToHex } from '../../src/lib/hex.ts'
import type { SealedBlock } from '../../src/types/view.ts'
import { testBlock, testBlocks, testCommon, testGenesis, testTransaction } from './testBlocks.ts'

const genesis = testGenesis()

function storeOf(...blocks: readonly SealedBlock[]): DatabaseContent {
  return blocks.reduce(withBlock, emptyContent)
}

/** Entries by their keys, but which block is the head: that is written when a store is opened. */
function entriesOf(content: DatabaseContent): Record<string, string> {
  const entries: Record<string, string> = {}
  content.forEach((key, value) => {
    const bytes = typeof value === 'function' ? value() : value
    entries[bytesToHex(key)] = bytesToHex(bytes)
  })
  for (const head of ['heads', 'LastHeader', 'LastBlock'])
    delete entries[bytesToHex(Buffer.from(head))]
  return entries
}

describe('a block store', () => {
  test.each(hardforks)(
    'holds what EthereumJS stores of a chain that starts at %s',
    async (hardfork) => {
      const protocol = createProtocol({ chainId: 31337, hardfork, transactionGasCap: true })
      const common = protocol.commonAt(0n, 0n)
      const first = testGenesis(common)
      const one = testBlock(first, { transactions: [testTransaction(0)] }, common)
      const two = testBlock(one, { transactions: [testTransaction(2)] }, common)
      const database = new MemoryDatabase()
      const blockchain = await createBlockchain({
        db: database,
        common,
        genesisBlock: first.block,
        validateBlocks: false,
        validateConsensus: false,
      })
      await blockchain.putBlock(one.block)
      await blockchain.putBlock(two.block)
      const content = storeOf(first, one, two)
      expect(entriesOf(content)).toEqual(entriesOf(database.content()))
      const opened = await openStore(first, common, { content, head: two })
      expect((await opened.getCanonicalHeadBlock()).serialize()).toStrictEqual(
        two.block.serialize(),
      )
      await blockchain.delBlock(two.block.hash())
      expect(entriesOf(withoutBlock(content, two))).toEqual(entriesOf(database.content()))
    },
  )

  test('keeps typed and legacy transactions and withdrawals as they are encoded', async () => {
    const transactions = [testTransaction(1), testTransaction(2), testTransaction(3)]
    const plain = testBlock(genesis, { transactions })
    const address = createAddressFromString(`0x${'ab'.repeat(20)}`)
    const withdrawals = [new Withdrawal(1n, 2n, address, 3n)]
    const block = new Block(plain.header, plain.block.transactions, [], withdrawals)
    const head = { ...plain, block }
    const store = await openStore(genesis, testCommon, { content: storeOf(genesis, head), head })
    expect((await store.getBlock(1n)).serialize()).toStrictEqual(block.serialize())
  })

  test('is opened at the head that is said, and goes on from there', async () => {
    const [one, two, three] = testBlocks(genesis, 3) as [SealedBlock, SealedBlock, SealedBlock]
    const content = storeOf(genesis, one)
    const store = await openStore(genesis, testCommon, { content, head: one })
    await store.putBlock(two.block)
    await store.putBlock(three.block)
    expect((await store.getCanonicalHeadBlock()).header.number).toBe(3n)
    const other = await openStore(genesis, testCommon, { content, head: one })
    expect((await other.getCanonicalHeadBlock()).header.number).toBe(1n)
  })

  test('holds nothing more of the blocks that were removed', () => {
    const [one, two, three] = testBlocks(genesis, 3) as [SealedBlock, SealedBlock, SealedBlock]
    const content = storeOf(genesis, one)
    const longer = [two, three].reduce(withBlock, content)
    const shorter = [three, two].reduce(withoutBlock, longer)
    expect(entriesOf(shorter)).toEqual(entriesOf(content))
    expect(shorter.length).toBe(content.length)
  })

  test('does not open over the content of a chain with another genesis', async () => {
    const other = testGenesis(
      createProtocol({ chainId: 1, hardfork: 'cancun', transactionGasCap: true }).commonAt(0n, 0n),
    )
    const content = storeOf(genesis)
    await expect(openStore(other, testCommon, { content, head: genesis })).rejects.toThrow(
      'genesis block',
    )
  })
})
