import { describe, expect, it } from 'vitest'
import {
  account,
  client,
  deployRecorder,
  invalidArgument,
  listen,
  missingArgument,
  tooMany,
  word,
} from '../client.ts'

describe('eth_subscribe', () => {
  it('tells all of a flashblock, then of a block, in one order', async () => {
    await using devnet = await client()
    const recorder = await deployRecorder(devnet)
    const kinds = [
      'transactionReceipts',
      'logs',
      'newHeads',
      'newFlashblocks',
      'pendingLogs',
      'newFlashblockTransactions',
      'newPendingTransactions',
    ]
    const kindOf = new Map<string, string>()
    for (const kind of kinds) kindOf.set(await devnet.ask('eth_subscribe', kind), kind)
    const order: (string | undefined)[] = []
    devnet.provider.on('message', ({ data }) => order.push(kindOf.get(data.subscription)))
    await devnet.send({ to: recorder, data: word(1) })
    await devnet.flashblock()
    await devnet.seal()
    expect(order).toEqual([
      'newPendingTransactions',
      'newFlashblocks',
      'newFlashblockTransactions',
      'pendingLogs',
      'newFlashblocks',
      'newHeads',
      'logs',
      'transactionReceipts',
    ])
  })

  it('can be read already when it is pushed', async () => {
    await using devnet = await client()
    const hash = await devnet.send({ to: account(devnet, 1) })
    const reads: Promise<unknown>[] = []
    await listen(devnet, 'newFlashblockTransactions')
    devnet.provider.on('message', () => {
      reads.push(devnet.ask('eth_getTransactionReceipt', hash))
    })
    await devnet.flashblock()
    expect(await Promise.all(reads)).toMatchObject([{ transactionHash: hash }])
  })

  it('has ids of 16 bytes, the same in equal runs', async () => {
    await using devnet = await client()
    await using twin = await client()
    const ids = [await devnet.ask('eth_subscribe', 'newHeads')]
    ids.push(await devnet.ask('eth_subscribe', 'newHeads'))
    expect(ids[0]).toMatch(/^0x[0-9a-f]{32}$/)
    expect(ids[0]).not.toBe(ids[1])
    expect(await twin.ask('eth_subscribe', 'newHeads')).toBe(ids[0])
  })

  it('has an end to the subscriptions of a connection', async () => {
    await using devnet = await client()
    for (let count = 0; count < 1024; count++) await devnet.ask('eth_subscribe', 'syncing')
    expect(await devnet.refusal('eth_subscribe', 'syncing')).toEqual({
      code: -32000,
      message: 'too many subscriptions: the limit is 1024 (--limit subscriptions=N)',
    })
  })

  it('refuses kinds and parameters that are none', async () => {
    await using devnet = await client()
    const ask = (...params: unknown[]) => devnet.refusal('eth_subscribe', ...params)
    expect(await ask()).toEqual(missingArgument(0))
    expect(await ask('newBlocks')).toEqual({
      code: -32601,
      message: 'no "newBlocks" subscription in eth namespace',
    })
    expect(await ask('newHeads', {})).toEqual(tooMany(1))
    expect(await ask('newPendingTransactions', 'full')).toEqual(
      invalidArgument(1, 'expected a boolean or an object, got "full"'),
    )
    expect(await ask('logs', { address: '0x1' })).toEqual(
      invalidArgument(1, 'address: hex string of odd length, got "0x1"'),
    )
    expect(await ask('pendingLogs', { topics: [null, null, null, null, null] })).toEqual({
      code: -32000,
      message: 'exceed max topics',
    })
  })

  it('is refused where nothing can be pushed', async () => {
    await using devnet = await client()
    const { url } = await devnet.listen({ port: 0 })
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"jsonrpc":"2.0","id":1,"method":"eth_subscribe","params":["newHeads"]}',
    })
    expect(await answer.json()).toEqual({
      jsonrpc: '2.0',
      id: 1,
      error: { code: -32601, message: 'notifications not supported' },
    })
  })
})
