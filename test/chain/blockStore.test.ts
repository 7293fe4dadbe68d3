import { Block } from '@ethereumjs/block'
import { createBlockchain } from '@ethereumjs/blockchain'
import { createAddressFromString, Withdrawal } from '@ethereumjs/util'
import { describe, expect, test } from 'vitest'
import { openStore, StoreDatabase, withEntry, withoutBlock } from '../../src/chain/blockStore.ts'
import {
  bytesOf,
  type DatabaseContent,
  emptyContent,
  MemoryDatabase,
} from '../../src/chain/memoryDatabase.ts'
import { recordOf } from '../../src/chain/storedBlock.ts'
import { hardforks } from '../../src/ethereumjs/protocol/hardforks.ts'
import { createProtocol } from '../../src/ethereumjs/protocol/protocol.ts'
import { bytesToHex } from '../../src/lib/hex.ts'
import type { SealedBlock } from '../../src/types/view.ts'
import { testBlock, testBlocks, testCommon, testGenesis, testTransaction } from './testBlocks.ts'

const genesis = testGenesis()

function storeOf(...blocks: readonly SealedBlock[]): DatabaseContent {
  return blocks.reduce(added, emptyContent)
}

function added(content: DatabaseContent, block: SealedBlock): DatabaseContent {
  return withEntry(content, recordOf(block).entry, block.header)
}

/** Entries by their keys, but which block is the head, which is written when a store is opened, and what came of transactions. */
async function entriesOf(
  database: MemoryDatabase,
  keys = keysOf(database),
): Promise<Record<string, string | undefined>> {
  const entries: Record<string, string | undefined> = {}
  for (const key of keys) {
    const value = await database.get(bytesOf(key))
    // No body is that of an empty block.
    const isEmptyBody = key.startsWith('b') && value instanceof Uint8Array && value.length <= 4
    if (value !== undefined && !isEmptyBody) {
      entries[bytesToHex(bytesOf(key))] = bytesToHex(value as Uint8Array)
    }
  }
  return entries
}

function keysOf(database: MemoryDatabase): readonly string[] {
  const keys: string[] = []
  database.content().forEach((key) => {
    if (!key.startsWith('o') && !['heads', 'LastHeader', 'LastBlock'].includes(key)) keys.push(key)
  })
  return keys
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
      const keys = keysOf(database)
      const ours = new StoreDatabase(content)
      expect(await entriesOf(ours, keys)).toEqual(await entriesOf(database))
      expect(keys).toEqual(expect.arrayContaining([...keysOf(ours)]))
      const opened = await openStore(first, common, { content, head: two.hash })
      expect((await opened.getCanonicalHeadBlock()).serialize()).toStrictEqual(
        two.block.serialize(),
      )
      await blockchain.delBlock(two.block.hash())
      const shorter = new StoreDatabase(withoutBlock(content, two))
      expect(await entriesOf(shorter, keys)).toEqual(await entriesOf(database))
    },
  )

  test('keeps typed and legacy transactions and withdrawals as they are encoded', async () => {
    const transactions = [testTransaction(1), testTransaction(2), testTransaction(3)]
    const plain = testBlock(genesis, { transactions })
    const address = createAddressFromString(`0x${'ab'.repeat(20)}`)
    const withdrawals = [new Withdrawal(1n, 2n, address, 3n)]
    const block = new Block(plain.header, plain.block.transactions, [], withdrawals)
    const head = { ...plain, block }
    const store = await openStore(genesis, testCommon, {
      content: storeOf(genesis, head),
      head: head.hash,
    })
    expect((await store.getBlock(1n)).serialize()).toStrictEqual(block.serialize())
  })

  test('is opened at the head that is said, and goes on from there', async () => {
    const [one, two, three] = testBlocks(genesis, 3) as [SealedBlock, SealedBlock, SealedBlock]
    const content = storeOf(genesis, one)
    const store = await openStore(genesis, testCommon, { content, head: one.hash })
    await store.putBlock(two.block)
    await store.putBlock(three.block)
    expect((await store.getCanonicalHeadBlock()).header.number).toBe(3n)
    const other = await openStore(genesis, testCommon, { content, head: one.hash })
    expect((await other.getCanonicalHeadBlock()).header.number).toBe(1n)
  })

  test('holds nothing more of the blocks that were removed', async () => {
    const [one, two, three] = testBlocks(genesis, 3) as [SealedBlock, SealedBlock, SealedBlock]
    const content = storeOf(genesis, one)
    const longer = [two, three].reduce(added, content)
    const shorter = [three, two].reduce<DatabaseContent>(withoutBlock, longer)
    expect(await entriesOf(new MemoryDatabase(shorter))).toEqual(
      await entriesOf(new MemoryDatabase(content)),
    )
    expect(shorter.length).toBe(content.length)
  })

  test('does not open over the content of a chain with another genesis', async () => {
    const other = testGenesis(
      createProtocol({ chainId: 1, hardfork: 'cancun', transactionGasCap: true }).commonAt(0n, 0n),
    )
    const content = storeOf(genesis)
    await expect(openStore(other, testCommon, { content, head: genesis.hash })).rejects.toThrow(
      'genesis block',
    )
  })
})
