import { describe, expect, it } from 'vitest'
import { account, client, missingArgument, zeroHash } from '../client.ts'

describe('eth_getTransactionByHash', () => {
  it('follows a transaction from the pool into a block', async () => {
    await using devnet = await client()
    const hash = await devnet.send({ to: account(devnet, 1), value: '0x1' })
    const pooled = await devnet.ask('eth_getTransactionByHash', hash)
    expect(pooled).toMatchObject({
      hash,
      from: account(devnet, 0),
      to: account(devnet, 1),
      value: '0x1',
      blockHash: null,
      blockNumber: null,
      transactionIndex: null,
    })
    await devnet.flashblock()
    expect(await devnet.ask('eth_getTransactionByHash', hash)).toMatchObject({
      hash,
      blockHash: null,
      blockNumber: '0x1',
      transactionIndex: '0x0',
    })
    const block = await devnet.seal()
    expect(await devnet.ask('eth_getTransactionByHash', hash)).toMatchObject({
      hash,
      blockHash: block.hash,
      blockNumber: '0x1',
      transactionIndex: '0x0',
      blockTimestamp: `0x${block.timestamp.toString(16)}`,
    })
  })

  it('is null for an unknown hash', async () => {
    await using devnet = await client()
    expect(await devnet.ask('eth_getTransactionByHash', zeroHash)).toBeNull()
  })

  it('refuses what is no hash', async () => {
    await using devnet = await client()
    expect(await devnet.refusal('eth_getTransactionByHash')).toEqual(missingArgument(0))
    expect((await devnet.refusal('eth_getTransactionByHash', '0x12')).code).toBe(-32602)
  })
})
