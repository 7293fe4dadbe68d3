import { describe, expect, it } from 'vitest'
import {
  account,
  type Client,
  client,
  deployRecorder,
  missingArgument,
  word,
  zeroHash,
} from '../client.ts'

/** Logs 1 and 2 in block 2, log 3 in block 3, log 4 pre-confirmed. */
async function fourLogs(devnet: Client) {
  const recorder = await deployRecorder(devnet)
  const record = (value: number) => devnet.send({ to: recorder, data: word(value) })
  await record(1)
  await record(2)
  const second = await devnet.seal()
  await record(3)
  await devnet.seal()
  await record(4)
  await devnet.flashblock()
  const find = async (filter: object) => {
    const logs = await devnet.ask('eth_getLogs', filter)
    return logs.map(({ data }: { data: string }) => Number(data))
  }
  return { recorder, find, hash: second.hash }
}

describe('eth_getLogs', () => {
  it('searches a range of blocks', async () => {
    await using devnet = await client()
    const { find } = await fourLogs(devnet)
    expect(await find({})).toEqual([3])
    expect(await find({ fromBlock: 'earliest' })).toEqual([1, 2, 3])
    expect(await find({ fromBlock: '0x0', toBlock: '0x2' })).toEqual([1, 2])
    expect(await find({ fromBlock: '0x3', toBlock: 'latest' })).toEqual([3])
  })

  it('has pre-confirmed logs in a range up to pending', async () => {
    await using devnet = await client()
    const { find } = await fourLogs(devnet)
    expect(await find({ fromBlock: '0x0', toBlock: 'pending' })).toEqual([1, 2, 3, 4])
    expect(await find({ fromBlock: 'pending', toBlock: 'pending' })).toEqual([4])
    expect(await find({ fromBlock: 'pending' })).toEqual([4])
    const [log] = await devnet.ask('eth_getLogs', { fromBlock: 'pending' })
    expect(log).toMatchObject({ blockHash: zeroHash, blockNumber: '0x4', removed: false })
  })

  it('searches one block by its hash', async () => {
    await using devnet = await client()
    const { find, hash } = await fourLogs(devnet)
    expect(await find({ blockHash: hash })).toEqual([1, 2])
  })

  it('selects by address and by topics', async () => {
    await using devnet = await client()
    const { find, recorder } = await fourLogs(devnet)
    const all = { fromBlock: '0x0' }
    expect(await find({ ...all, address: recorder })).toEqual([1, 2, 3])
    expect(await find({ ...all, address: [account(devnet, 0), recorder] })).toEqual([1, 2, 3])
    expect(await find({ ...all, address: account(devnet, 0) })).toEqual([])
    expect(await find({ ...all, topics: [word(2)] })).toEqual([2])
    expect(await find({ ...all, topics: [[word(1), word(3)]] })).toEqual([1, 3])
    expect(await find({ ...all, topics: [null] })).toEqual([1, 2, 3])
    expect(await find({ ...all, topics: [null, null] })).toEqual([])
  })

  it('shows where each log is', async () => {
    await using devnet = await client()
    const { recorder, hash } = await fourLogs(devnet)
    const { transactions, timestamp } = await devnet.ask('eth_getBlockByHash', hash, false)
    const logs = await devnet.ask('eth_getLogs', { blockHash: hash })
    expect(logs).toEqual(
      [0, 1].map((index) => ({
        address: recorder,
        topics: [word(index + 1)],
        data: word(index + 1),
        blockHash: hash,
        blockNumber: '0x2',
        blockTimestamp: timestamp,
        transactionHash: transactions[index],
        transactionIndex: `0x${index}`,
        logIndex: `0x${index}`,
        removed: false,
      })),
    )
  })

  it('refuses ranges that are none, in the words of geth', async () => {
    await using devnet = await client({ compat: 'geth' })
    await fourLogs(devnet)
    const refusal = (filter: object) => devnet.refusal('eth_getLogs', filter)
    expect(await refusal({ fromBlock: '0x3', toBlock: '0x2' })).toEqual({
      code: -32602,
      message: 'invalid block range params',
    })
    expect(await refusal({ fromBlock: '0x1', toBlock: '0x38' })).toEqual({
      code: -32602,
      message: 'block range extends beyond current head block',
    })
    expect(await refusal({ blockHash: word(7) })).toEqual({
      code: -32000,
      message: 'unknown block',
    })
    expect((await refusal({ blockHash: word(7), fromBlock: '0x1' })).message).toContain(
      'cannot specify both BlockHash and FromBlock/ToBlock, choose one or the other',
    )
    expect(await refusal({ topics: [null, null, null, null, null] })).toEqual({
      code: -32000,
      message: 'exceed max topics',
    })
  })

  it('refuses parameters that are none', async () => {
    await using devnet = await client()
    expect(await devnet.refusal('eth_getLogs')).toEqual(missingArgument(0))
    expect(await devnet.refusal('eth_getLogs', { address: '0x1' })).toMatchObject({
      code: -32602,
    })
  })
})
