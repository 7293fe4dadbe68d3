import { describe, expect, it } from 'vitest'
import { client, deployRecorder, invalidArgument, missingArgument, word } from '../client.ts'

describe('eth_newFilter', () => {
  it('collects matching logs of sealed blocks from then on', async () => {
    await using devnet = await client()
    const recorder = await deployRecorder(devnet)
    const record = (value: number) => devnet.send({ to: recorder, data: word(value) })
    await record(1)
    await devnet.seal()
    const id = await devnet.ask('eth_newFilter', {
      address: recorder,
      topics: [[word(1), word(2)]],
    })
    await record(2)
    await record(3)
    await devnet.flashblock()
    expect(await devnet.ask('eth_getFilterChanges', id)).toEqual([])
    const { hash } = await devnet.seal()
    expect(await devnet.ask('eth_getFilterChanges', id)).toMatchObject([
      { data: word(2), blockHash: hash, removed: false },
    ])
    expect(await devnet.ask('eth_getFilterChanges', id)).toEqual([])
  })

  it('collects only in the range of blocks that it names', async () => {
    await using devnet = await client({ compat: 'geth' })
    const recorder = await deployRecorder(devnet)
    const id = await devnet.ask('eth_newFilter', { fromBlock: '0x3', toBlock: '0x3' })
    for (const value of [2, 3, 4]) {
      await devnet.send({ to: recorder, data: word(value) })
      await devnet.seal()
    }
    expect(await devnet.ask('eth_getFilterChanges', id)).toMatchObject([{ data: word(3) }])
  })

  it('refuses filters that are none', async () => {
    await using devnet = await client()
    expect(await devnet.refusal('eth_newFilter')).toEqual(missingArgument(0))
    expect(await devnet.refusal('eth_newFilter', { topics: 'all' })).toMatchObject({
      code: -32602,
    })
    expect(
      await devnet.refusal('eth_newFilter', { topics: [null, null, null, null, null] }),
    ).toEqual({ code: -32000, message: 'exceed max topics' })
    const flashblock = { blockNumber: 'pending', flashblock: 1 }
    for (const range of [{ fromBlock: flashblock }, { toBlock: flashblock }]) {
      expect(await devnet.refusal('eth_newFilter', range)).toEqual(
        invalidArgument(0, 'a filter follows sealed blocks: its range cannot name a flashblock'),
      )
    }
  })
})
