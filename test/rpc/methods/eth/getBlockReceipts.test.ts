import { describe, expect, it } from 'vitest'
import { client, invalidArgument, missingArgument, twoSteps, zeroHash } from '../client.ts'

describe('eth_getBlockReceipts', () => {
  it('gives each receipt of a sealed block', async () => {
    await using devnet = await client()
    const { hash } = await twoSteps(devnet)
    const { transactions } = await devnet.ask('eth_getBlockByHash', hash, false)
    const single = await Promise.all(
      transactions.map((transaction: string) =>
        devnet.ask('eth_getTransactionReceipt', transaction),
      ),
    )
    expect(single).toHaveLength(3)
    for (const block of ['latest', '0x1', hash, { blockHash: hash }]) {
      expect(await devnet.ask('eth_getBlockReceipts', block)).toEqual(single)
    }
  })

  it('gives the receipts of what is pre-confirmed', async () => {
    await using devnet = await client()
    await twoSteps(devnet)
    const receipts = await devnet.ask('eth_getBlockReceipts', 'pending')
    expect(receipts).toMatchObject([
      { blockHash: zeroHash, blockNumber: '0x2', transactionIndex: '0x0', status: '0x1' },
      { blockHash: zeroHash, blockNumber: '0x2', transactionIndex: '0x1', status: '0x1' },
    ])
    expect(receipts[0].logs).toMatchObject([{ blockHash: zeroHash, removed: false }])
  })

  it('is empty for a block without transactions and null for one that is not there', async () => {
    await using devnet = await client()
    for (const block of ['0x0', 'earliest', 'safe', 'finalized', 'pending']) {
      expect(await devnet.ask('eth_getBlockReceipts', block)).toEqual([])
    }
    expect(await devnet.ask('eth_getBlockReceipts', '0x37')).toBeNull()
    expect(await devnet.ask('eth_getBlockReceipts', zeroHash)).toBeNull()
  })

  it('refuses a block that is none', async () => {
    await using devnet = await client()
    expect(await devnet.refusal('eth_getBlockReceipts')).toEqual(missingArgument(0))
    expect(await devnet.refusal('eth_getBlockReceipts', 1)).toEqual(
      invalidArgument(0, 'expected a string, got 1'),
    )
  })
})
