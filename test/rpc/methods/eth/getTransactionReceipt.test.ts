import { describe, expect, it } from 'vitest'
import { account, client, deployRecorder, missingArgument, word, zeroHash } from '../client.ts'

describe('eth_getTransactionReceipt', () => {
  it('is null in the pool, then pre-confirmed, then sealed', async () => {
    await using devnet = await client()
    const recorder = await deployRecorder(devnet)
    const hash = await devnet.send({ to: recorder, data: word(7) })
    expect(await devnet.ask('eth_getTransactionReceipt', hash)).toBeNull()
    await devnet.flashblock()
    const preconfirmed = await devnet.ask('eth_getTransactionReceipt', hash)
    const block = await devnet.seal()
    const sealed = await devnet.ask('eth_getTransactionReceipt', hash)
    expect(sealed).toMatchObject({
      blockHash: block.hash,
      blockNumber: '0x2',
      contractAddress: null,
      from: account(devnet, 0),
      status: '0x1',
      to: recorder,
      transactionHash: hash,
      transactionIndex: '0x0',
      type: '0x2',
    })
    expect(sealed.logs).toEqual([
      {
        address: recorder,
        topics: [word(7)],
        data: word(7),
        blockHash: block.hash,
        blockNumber: '0x2',
        blockTimestamp: `0x${block.timestamp.toString(16)}`,
        transactionHash: hash,
        transactionIndex: '0x0',
        logIndex: '0x0',
        removed: false,
      },
    ])
    expect(preconfirmed).toEqual({
      ...sealed,
      blockHash: zeroHash,
      logs: [{ ...sealed.logs[0], blockHash: zeroHash }],
    })
  })

  it('is null for an unknown hash', async () => {
    await using devnet = await client()
    expect(await devnet.ask('eth_getTransactionReceipt', zeroHash)).toBeNull()
  })

  it('refuses what is no hash', async () => {
    await using devnet = await client()
    expect(await devnet.refusal('eth_getTransactionReceipt')).toEqual(missingArgument(0))
    expect((await devnet.refusal('eth_getTransactionReceipt', 'hash')).code).toBe(-32602)
  })
})
