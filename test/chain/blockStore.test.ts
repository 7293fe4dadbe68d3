import { Block } from '@ethereumjs/block'
import { createAddressFromString, Withdrawal } from '@ethereumjs/util'
import { describe, expect, test } from 'vitest'
import { openStore, putOnTop, removeFrom } from '../../src/chain/blockStore.ts'
import { hardforks } from '../../src/evm/hardforks.ts'
import { createProtocol } from '../../src/evm/protocol.ts'
import type { SealedBlock } from '../../src/types/view.ts'
import { testBlock, testBlocks, testCommon, testGenesis, testTransaction } from './testBlocks.ts'

const genesis = testGenesis()

describe('a block store', () => {
  test.each(hardforks)('keeps the blocks of a chain that starts at %s', async (hardfork) => {
    const protocol = createProtocol({ chainId: 31337, hardfork, transactionGasCap: true })
    const common = protocol.commonAt(0n, 0n)
    const first = testGenesis(common)
    const store = await openStore(first, common)
    const one = testBlock(first, { transactions: [testTransaction(0)] }, common)
    const two = testBlock(one, { transactions: [testTransaction(2)] }, common)
    await putOnTop(store, one)
    await putOnTop(store, two)
    const stored = await store.blockchain.getBlock(2n)
    expect(stored.hash()).toStrictEqual(two.block.hash())
    expect(stored.serialize()).toStrictEqual(two.block.serialize())
  })

  test('keeps typed and legacy transactions and withdrawals as they are encoded', async () => {
    const transactions = [testTransaction(1), testTransaction(2), testTransaction(3)]
    const plain = testBlock(genesis, { transactions })
    const address = createAddressFromString(`0x${'ab'.repeat(20)}`)
    const withdrawals = [new Withdrawal(1n, 2n, address, 3n)]
    const block = new Block(plain.header, plain.block.transactions, [], withdrawals)
    const store = await openStore(genesis, testCommon)
    await putOnTop(store, { ...plain, block })
    expect((await store.blockchain.getBlock(1n)).serialize()).toStrictEqual(block.serialize())
  })

  test('opened over the content of another goes on from its head', async () => {
    const [one, two, three] = testBlocks(genesis, 3) as [SealedBlock, SealedBlock, SealedBlock]
    const store = await openStore(genesis, testCommon)
    await putOnTop(store, one)
    await putOnTop(store, two)
    await removeFrom(store, two)
    const next = await openStore(genesis, testCommon, store.database.content())
    expect((await next.blockchain.getCanonicalHeadHeader()).number).toBe(1n)
    await putOnTop(next, two)
    await putOnTop(next, three)
    expect((await next.blockchain.getCanonicalHeadBlock()).header.number).toBe(3n)
    expect((await store.blockchain.getCanonicalHeadBlock()).header.number).toBe(1n)
  })

  test('holds nothing more of the blocks that were removed', async () => {
    const store = await openStore(genesis, testCommon)
    const [one, two, three] = testBlocks(genesis, 3) as [SealedBlock, SealedBlock, SealedBlock]
    await putOnTop(store, one)
    const { length } = store.database.content()
    await putOnTop(store, two)
    await putOnTop(store, three)
    await removeFrom(store, two)
    expect(store.database.content().length).toBe(length)
  })

  test('does not open over the content of a chain with another genesis', async () => {
    const store = await openStore(genesis, testCommon)
    const other = testGenesis(
      createProtocol({ chainId: 1, hardfork: 'cancun', transactionGasCap: true }).commonAt(0n, 0n),
    )
    await expect(openStore(other, testCommon, store.database.content())).rejects.toThrow(
      'genesis block',
    )
  })
})
