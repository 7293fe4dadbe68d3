import { describe, expect, it } from 'vitest'
import { account, client, missingArgument } from '../client.ts'
import { transfers } from './transfers.ts'

const method = 'ots_searchTransactionsBefore'

describe(method, () => {
  it('gives pages from the newest block back, whole blocks at a time', async () => {
    const { devnet, bob, hashes } = await transfers()
    await using _ = devnet
    const page = async (block: number, size: number) => {
      const { txs, receipts, ...pages } = await devnet.ask(method, bob, block, size)
      const found = txs.map(({ hash }: { hash: string }) => hash)
      expect(
        receipts.map(({ transactionHash }: { transactionHash: string }) => transactionHash),
      ).toEqual(found)
      return { found, ...pages }
    }
    const [one, two, three, four] = hashes
    expect(await page(0, 2)).toEqual({
      found: [four, three, two],
      firstPage: true,
      lastPage: false,
    })
    expect(await page(7, 1)).toEqual({ found: [three, two], firstPage: false, lastPage: false })
    expect(await page(6, 9)).toEqual({ found: [one], firstPage: false, lastPage: true })
    expect(await page(0, 4)).toEqual({
      found: [four, three, two, one],
      firstPage: true,
      lastPage: true,
    })
    expect(await page(99, 1)).toEqual({ found: [four], firstPage: true, lastPage: false })
  })

  it('gives transactions and receipts as blocks have them, without logs', async () => {
    const { devnet, bob, hashes } = await transfers()
    await using _ = devnet
    const { txs, receipts } = await devnet.ask(method, bob, 0, 1)
    const hash = hashes[3]
    expect(txs).toEqual([await devnet.ask('eth_getTransactionByHash', hash)])
    expect(receipts).toEqual([
      {
        ...(await devnet.ask('eth_getTransactionReceipt', hash)),
        logs: null,
        logsBloom: null,
        timestamp: expect.any(Number),
      },
    ])
  })

  it('finds nothing for an account that takes no part', async () => {
    const { devnet } = await transfers()
    await using _ = devnet
    expect(await devnet.ask(method, account(devnet, 8), 0, 5)).toEqual({
      txs: [],
      receipts: [],
      firstPage: true,
      lastPage: true,
    })
  })

  it('refuses arguments that are none', async () => {
    await using devnet = await client()
    expect(await devnet.refusal(method, account(devnet, 0), 0)).toEqual(missingArgument(2))
    expect(await devnet.refusal(method, account(devnet, 0), 0, 0)).toMatchObject({ code: -32602 })
  })
})
