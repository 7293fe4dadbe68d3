import { describe, expect, it } from 'vitest'
import { account, client, deployRecorder, listen, word } from '../methods/client.ts'

describe('transactionReceipts', () => {
  it('pushes all receipts of a sealed block in one list, as they can be read', async () => {
    await using devnet = await client()
    const recorder = await deployRecorder(devnet)
    const { results } = await listen(devnet, 'transactionReceipts')
    await devnet.send({ to: recorder, data: word(1) })
    await devnet.flashblock()
    await devnet.send({ to: account(devnet, 1) })
    await devnet.flashblock()
    expect(results).toEqual([])
    await devnet.seal()
    expect(results).toEqual([await devnet.ask('eth_getBlockReceipts', 'latest')])
    expect(results[0]).toHaveLength(2)
  })

  it('pushes nothing of a block without transactions', async () => {
    await using devnet = await client()
    const { results } = await listen(devnet, 'transactionReceipts')
    await devnet.seal()
    expect(results).toEqual([])
  })

  it('picks the receipts of the transactions that are named', async () => {
    await using devnet = await client()
    const to = account(devnet, 1)
    const all = await listen(devnet, 'transactionReceipts', { transactionHashes: [] })
    const none = await listen(devnet, 'transactionReceipts', { transactionHashes: [word(1)] })
    await devnet.send({ to })
    const second = await devnet.send({ to })
    const one = await listen(devnet, 'transactionReceipts', {
      transactionHashes: [word(1), second.toUpperCase().replace('0X', '0x')],
    })
    await devnet.seal()
    const receipts = await devnet.ask('eth_getBlockReceipts', 'latest')
    expect(all.results).toEqual([receipts])
    expect(one.results).toEqual([[receipts[1]]])
    expect(none.results).toEqual([])
  })

  it('takes two hundred hashes, as geth does', async () => {
    await using devnet = await client()
    const hashes = Array.from({ length: 201 }, (_, index) => word(index))
    await devnet.ask('eth_subscribe', 'transactionReceipts', { transactionHashes: hashes.slice(1) })
    expect(
      await devnet.refusal('eth_subscribe', 'transactionReceipts', { transactionHashes: hashes }),
    ).toEqual({
      code: -32000,
      message:
        'exceed max number of transaction hashes allowed per transactionReceipts subscription',
    })
    expect(
      await devnet.refusal('eth_subscribe', 'transactionReceipts', { transactionHashes: ['0x1'] }),
    ).toMatchObject({ code: -32602 })
  })
})
