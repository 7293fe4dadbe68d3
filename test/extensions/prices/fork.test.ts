import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseAbi, parseEventLogs } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PreconfDevnet } from '../../../src/types/devnet.ts'
import type { ForkOptions } from '../../../src/types/options/forkOptions.ts'
import { testDevnet } from '../../support/testDevnet.ts'
import { feedAbi, pythAbi, readerOf, there } from './chain.ts'
import { btcId, ethId, ethProxy, livePyth, plantFeeds } from './liveContracts.ts'

let live: PreconfDevnet
let planted: Awaited<ReturnType<typeof plantFeeds>>
const phase = 6n << 64n

beforeAll(async () => {
  live = await testDevnet({ mining: 'auto', chainId: 1 })
  planted = await plantFeeds(live)
})
afterAll(() => live.close())

/** A fork of a chain in this process. */
function forked(upstream = live) {
  return testDevnet({ fork: { request: (asked) => upstream.provider.request(asked as never) } })
}

describe('feeds of a live chain', () => {
  test('a well-known one goes on behind its own proxy, with rounds and events', async () => {
    await using devnet = await forked()
    const client = readerOf(devnet)
    const call = { address: ethProxy, abi: feedAbi } as const
    const read = () => client.readContract({ ...call, functionName: 'latestRoundData' })
    const before = await read()
    expect(before.slice(0, 2)).toEqual([phase + 2n, 3000_00000000n])
    const untouched = await devnet.prices.get('ETH/USD')
    expect(untouched).toMatchObject({ value: 3000, round: phase + 2n, chainlink: ethProxy })

    const { transaction } = await devnet.prices.set('ETH/USD', 1800)
    // Nothing has changed until the block.
    expect(await read()).toEqual(before)
    await devnet.seal()
    const { logs } = await client.getTransactionReceipt({ hash: transaction ?? '0x' })
    const events = parseEventLogs({ abi: feedAbi, logs, eventName: 'AnswerUpdated' })
    expect(events.map(({ address, args }) => [address, args.current, args.roundId])).toEqual([
      [planted.ethAggregator, 1800_00000000n, 3n],
    ])
    const [round, answer, , updatedAt] = await read()
    expect([round, answer]).toEqual([phase + 3n, 1800_00000000n])
    expect(updatedAt).toBe((await client.getBlock()).timestamp)

    const roundAt = (id: bigint) =>
      client.readContract({ ...call, functionName: 'getRoundData', args: [phase + id] })
    expect((await roundAt(1n)).slice(0, 2)).toEqual([phase + 1n, 2999_99999900n])
    expect(await roundAt(2n)).toEqual(before)
    expect((await roundAt(3n))[1]).toBe(1800_00000000n)
    await expect(roundAt(4n)).rejects.toThrow('No data present')
    // What the feed does besides is the aggregator's own.
    expect(await client.readContract({ ...call, functionName: 'description' })).toBe('ETH / USD')
    expect(await client.readContract({ ...call, functionName: 'version' })).toBe(6n)
    const own = parseAbi([
      'function typeAndVersion() view returns (string)',
      'function minAnswer() view returns (int192)',
      'function owner() view returns (address)',
    ])
    const aggregator = { address: planted.ethAggregator, abi: own } as const
    expect(await client.readContract({ ...aggregator, functionName: 'typeAndVersion' })).toBe(
      'Aggregator 1.2.3',
    )
    expect(await client.readContract({ ...aggregator, functionName: 'minAnswer' })).toBe(1n)
    expect(await client.readContract({ ...aggregator, functionName: 'owner' })).toMatch(/^0xf39F/)
  })

  test('Pyth keeps its other prices and functions', async () => {
    await using devnet = await forked()
    const client = readerOf(devnet)
    await devnet.prices.set('ETH/USD', 1800)
    const price = (id: `0x${string}`) =>
      client.readContract({
        address: livePyth,
        abi: pythAbi,
        functionName: 'getPriceUnsafe',
        args: [id],
      })
    expect(await price(ethId)).toMatchObject({ price: 2950_00000000n, expo: -8 })
    await devnet.seal()
    expect(await price(ethId)).toMatchObject({ price: 1800_00000000n, expo: -8 })
    expect(await price(btcId)).toMatchObject({ price: 6400000000n, conf: 100000n, expo: -5 })
    const abi = parseAbi(['function chainId() view returns (uint16)'])
    expect(await client.readContract({ address: livePyth, abi, functionName: 'chainId' })).toBe(2)
  })

  test('any other is given by its address, and has its status', async () => {
    await using devnet = await forked()
    const { linkProxy, linkAggregator } = planted
    await devnet.prices.set(linkProxy, 12.5)
    await devnet.seal()
    const feed = await devnet.prices.get('LINK/USD')
    expect(feed).toMatchObject({ value: 12.5, chainlink: linkProxy, aggregator: linkAggregator })
    expect(await devnet.prices.get(linkProxy)).toEqual(feed)
    await devnet.prices.set('LINK/USD', { status: 'stale', age: '7200s' })
    const { updatedAt } = await devnet.prices.get(linkProxy)
    expect(Number((await readerOf(devnet).getBlock()).timestamp) - updatedAt).toBe(7200)
    await devnet.prices.set(linkProxy, 'paused')
    await expect(
      readerOf(devnet).readContract({
        address: linkProxy,
        abi: feedAbi,
        functionName: 'latestRoundData',
      }),
    ).rejects.toThrow('the feed is paused')
    await devnet.prices.restore()
    expect((await devnet.prices.get(linkProxy)).status).toBe('live')
  })

  test('a mock of the test itself is moved as well', async () => {
    await using devnet = await testDevnet({ mining: 'auto' })
    const { ethAggregator } = await plantFeeds(devnet)
    await devnet.prices.set(ethAggregator, 1234)
    expect(await devnet.prices.get(ethAggregator)).toMatchObject({ name: 'ETH/USD', value: 1234 })
    const call = { address: ethProxy, abi: feedAbi, functionName: 'latestRoundData' } as const
    expect((await readerOf(devnet).readContract(call))[1]).toBe(1234_00000000n)
  })

  test('a feed that does not exist is named with what to do', async () => {
    await using devnet = await forked()
    const { prices } = devnet
    await expect(prices.set('FOO/USD', 1)).rejects.toThrow(
      "invalid feed 'FOO/USD': give the address of its Chainlink proxy, pools, or one of ETH/USD, BTC/USD",
    )
    await expect(prices.set('BTC/USD', 1)).rejects.toThrow('this contract has no decimals()')
    await expect(prices.set(livePyth, 1)).rejects.toThrow('this contract has no decimals()')
  })
})

test('a cassette has what prices read, and replays them to equal blocks', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'preconf-prices-'))
  try {
    const cassette = join(folder, 'prices.fork.jsonl')
    const play = async (fork: ForkOptions) => {
      await using devnet = await testDevnet({ mining: 'auto', fork })
      for (const value of [2900, 2000]) await devnet.prices.set('ETH/USD', value)
      await devnet.prices.set(planted.linkProxy, { status: 'stale', value: 10 })
      await devnet.prices.set('ETH/USD', 'paused')
      const { hash } = await readerOf(devnet).getBlock()
      return { hash, feeds: await devnet.prices.list(), missing: devnet.forkInfo?.missing }
    }
    const request: ForkOptions['request'] = (asked) => live.provider.request(asked as never)
    const recorded = await play({ cassette, request })
    expect(recorded.feeds.map(({ name, value, status }) => [name, value, status])).toEqual([
      ['ETH/USD', 2000, 'paused'],
      ['LINK/USD', 15, 'stale'],
    ])
    expect(await play({ cassette, offline: true })).toEqual(recorded)
    expect(recorded.missing).toEqual([])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('pools of a live chain follow a pair that has no oracle', async () => {
  await using upstream = await testDevnet({ mining: 'auto', chainId: 1 })
  await upstream.loadFixture('fixtures/dex.yaml')
  await upstream.prices.set('WETH/DAI', { value: 3000, tokens: ['weth', 'dai'] })
  const { pools } = await upstream.prices.get('WETH/DAI')
  const addresses = pools.map(({ address }) => address)
  await using devnet = await forked(upstream)
  await devnet.prices.set('ETH/DAI', { value: 2000, pools: addresses })
  await devnet.seal()
  const moved = await devnet.prices.get('ETH/DAI')
  expect(moved.chainlink).toBeUndefined()
  expect(moved.pools.map(({ value }) => value.toFixed(6))).toEqual(['2000.000000', '2000.000000'])
  expect(moved.value).toBeCloseTo(2000, 6)
  expect(there(moved.pools[0]?.address)).toBe(addresses[0])
})
