import { describe, expect, it } from 'vitest'
import { account, client, twoSteps, zeroHash } from '../client.ts'

const method = 'trace_block'

describe(method, () => {
  it('tells the traces of all transactions in their order', async () => {
    await using devnet = await client()
    const { hash } = await twoSteps(devnet)
    const { transactions } = await devnet.ask('eth_getBlockByHash', hash, false)
    const each = await Promise.all(
      transactions.map((one: string) => devnet.ask('trace_transaction', one)),
    )
    expect(each.flat()).toHaveLength(3)
    for (const block of [hash, '0x1', 1, 'latest', { blockHash: hash }]) {
      expect(await devnet.ask(method, block)).toEqual(each.flat())
    }
  })

  it('tells those pre-confirmed at pending', async () => {
    await using devnet = await client()
    const { recorder } = await twoSteps(devnet)
    expect(await devnet.ask(method, 'pending')).toMatchObject([
      { action: { to: recorder }, blockHash: null, transactionPosition: 0 },
      { action: { to: account(devnet, 1) }, blockHash: null, transactionPosition: 1 },
    ])
  })

  it('is empty for genesis, and null where there is no block', async () => {
    await using devnet = await client()
    expect(await devnet.ask(method, '0x0')).toEqual([])
    expect(await devnet.ask(method, '0x9')).toBeNull()
    expect(await devnet.ask(method, zeroHash)).toBeNull()
    expect(await devnet.refusal(method, -1)).toMatchObject({ code: -32602 })
  })
})
