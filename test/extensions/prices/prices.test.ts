import { encodeAbiParameters, parseEventLogs } from 'viem'
import { describe, expect, test } from 'vitest'
import type { PreconfDevnet } from '../../../src/types/devnet.ts'
import { testDevnet } from '../../support/testDevnet.ts'
import { feedAbi, pythAbi, readerOf, receiptOf, there } from './chain.ts'

const pair = 'ETH/USD'
const phase = 1n << 64n

describe("Chainlink's functions", () => {
  test('a first price needs no block, and the next ones are rounds with their events', async () => {
    await using devnet = await testDevnet()
    const client = readerOf(devnet)
    expect(await devnet.prices.set(pair, 3000)).toEqual({ transaction: undefined })
    const { chainlink } = await devnet.prices.get(pair)
    const call = { address: there(chainlink), abi: feedAbi } as const
    const read = () => client.readContract({ ...call, functionName: 'latestRoundData' })

    const [first, answer, startedAt, updatedAt, answeredInRound] = await read()
    expect([first, answer, answeredInRound]).toEqual([phase + 1n, 3000_00000000n, phase + 1n])
    expect([startedAt, updatedAt]).toEqual([1767225600n, 1767225600n])
    expect(await client.readContract({ ...call, functionName: 'decimals' })).toBe(8)
    expect(await client.readContract({ ...call, functionName: 'description' })).toBe('ETH / USD')

    const { transaction } = await devnet.prices.set(pair, '1800.5')
    expect((await read())[1]).toBe(3000_00000000n)
    const { logs } = await receiptOf(devnet, transaction)
    const events = parseEventLogs({ abi: feedAbi, logs })
    const time = BigInt(Math.floor(devnet.clock.now() / 1000))
    expect(events.map(({ eventName }) => eventName)).toEqual(['NewRound', 'AnswerUpdated'])
    expect(events[1]?.args).toEqual({ current: 1800_50000000n, roundId: 2n, updatedAt: time })
    expect(await read()).toEqual([phase + 2n, 1800_50000000n, time, time, phase + 2n])
    const old = await client.readContract({ ...call, functionName: 'getRoundData', args: [first] })
    expect(old).toEqual([first, 3000_00000000n, 1767225600n, 1767225600n, first])
    const none = client.readContract({ ...call, functionName: 'getRoundData', args: [first + 9n] })
    await expect(none).rejects.toThrow('No data present')
  })

  test('a live feed repeats its answer each hour, a stale one does not', async () => {
    await using devnet = await testDevnet()
    const client = readerOf(devnet)
    await devnet.prices.set(pair, 3000)
    const { chainlink } = await devnet.prices.get(pair)
    const call = { address: there(chainlink), abi: feedAbi } as const
    const hoursLater = async (hours: number) => {
      await devnet.provider.request({ method: 'anvil_increaseTime', params: [hours * 3600 + 60] })
      await devnet.seal()
      const { timestamp } = await client.getBlock()
      const [round, , , updatedAt] = await client.readContract({
        ...call,
        functionName: 'latestRoundData',
      })
      return { round: round - phase, age: Number(timestamp - updatedAt) }
    }
    expect(await hoursLater(5)).toEqual({ round: 6n, age: 60 })
    const third = await client.readContract({
      ...call,
      functionName: 'getRoundData',
      args: [phase + 3n],
    })
    expect(third.slice(1, 4)).toEqual([3000_00000000n, 1767232800n, 1767232800n])

    await devnet.prices.set(pair, 'stale')
    expect(await hoursLater(3)).toEqual({ round: 6n, age: 3 * 3600 + 120 })
    const { transaction } = await devnet.prices.set(pair, 2000)
    const { logs } = await receiptOf(devnet, transaction)
    expect(parseEventLogs({ abi: feedAbi, logs })).toEqual([])
    const feed = await devnet.prices.get(pair)
    expect([feed.status, feed.value]).toEqual(['stale', 3000])
    expect(feed.pools.map(({ value }) => value.toFixed(6))).toEqual(['2000.000000', '2000.000000'])

    await devnet.prices.set(pair, { status: 'live', value: 2000 })
    await devnet.seal()
    expect(await devnet.prices.get(pair)).toMatchObject({ status: 'live', value: 2000 })
    await devnet.prices.set(pair, { status: 'stale', age: '7200s' })
    const { updatedAt } = await devnet.prices.get(pair)
    expect(Math.floor(devnet.clock.now() / 1000) - updatedAt).toBe(7200)
  })

  test('it can be paused, zero and negative', async () => {
    await using devnet = await testDevnet()
    await devnet.prices.set(pair, 3000)
    const { chainlink, pyth } = await devnet.prices.get(pair)
    const client = readerOf(devnet)
    const call = { address: there(chainlink), abi: feedAbi } as const
    const answer = () => client.readContract({ ...call, functionName: 'latestAnswer' })
    await devnet.prices.set(pair, 'paused')
    await expect(answer()).rejects.toThrow('the feed is paused')
    const id = pyth?.id ?? '0x'
    const price = { address: there(pyth?.address), abi: pythAbi, args: [id] } as const
    await expect(client.readContract({ ...price, functionName: 'getPriceUnsafe' })).rejects.toThrow(
      'the feed is paused',
    )
    expect(await devnet.prices.get(pair)).toMatchObject({ status: 'paused', value: 3000 })

    await devnet.prices.restore()
    for (const value of [0, -12.5]) {
      await devnet.prices.set(pair, value)
      await devnet.seal()
      expect(await answer()).toBe(BigInt(value * 1e8))
    }
    // No pool has such a price.
    const { value, pools } = await devnet.prices.get(pair)
    expect(value).toBe(-12.5)
    expect(pools.map((pool) => pool.value)).toEqual([3000, 3000])
  })

  test('a sequencer is up, goes down, and is up again', async () => {
    await using devnet = await testDevnet()
    await devnet.prices.set('sequencer', 'live')
    const up = await devnet.prices.get('sequencer')
    expect(up).toMatchObject({ status: 'live', value: 0, decimals: 0, pyth: undefined, pools: [] })
    // Apps wait for an hour after an outage.
    expect(devnet.clock.now() / 1000 - up.updatedAt).toBeGreaterThan(3600)
    await devnet.prices.set('sequencer', 'down')
    await devnet.seal()
    const call = { address: there(up.chainlink), abi: feedAbi } as const
    const [, answer, startedAt] = await readerOf(devnet).readContract({
      ...call,
      functionName: 'latestRoundData',
    })
    const { timestamp } = await readerOf(devnet).getBlock()
    expect([answer, startedAt]).toEqual([1n, timestamp])
    expect((await devnet.prices.get('sequencer')).status).toBe('down')
    await devnet.prices.set('sequencer', 'live')
    await devnet.seal()
    expect((await devnet.prices.get('sequencer')).status).toBe('live')
  })
})

describe("Pyth's functions", () => {
  test('a price has the id of Pyth and is as new as the block', async () => {
    await using devnet = await testDevnet()
    const client = readerOf(devnet)
    await devnet.prices.set(pair, 3000)
    const { pyth } = await devnet.prices.get(pair)
    const id = pyth?.id ?? '0x'
    expect(id).toBe('0xff61491a931112ddf1bd8147cd1b641375f79f5825126d665480874634fd0ace')
    const call = { address: there(pyth?.address), abi: pythAbi } as const
    const read = () =>
      client.readContract({ ...call, functionName: 'getPriceNoOlderThan', args: [id, 60n] })
    await devnet.provider.request({ method: 'anvil_increaseTime', params: [100_000] })
    const { transaction } = await devnet.prices.set(pair, 1500)
    const { logs } = await receiptOf(devnet, transaction)
    const [event] = parseEventLogs({ abi: pythAbi, logs })
    expect(event?.args).toMatchObject({ id, price: 1500_00000000n })
    expect(await read()).toMatchObject({ price: 1500_00000000n, conf: 75000001n, expo: -8 })

    await devnet.prices.set(pair, { status: 'stale', age: '61s' })
    await expect(read()).rejects.toThrow('StalePrice')
    const unknown = {
      ...call,
      functionName: 'getPriceUnsafe',
      args: [`0x${'1'.repeat(64)}`],
    } as const
    await expect(client.readContract(unknown)).rejects.toThrow('PriceFeedNotFound')
  })

  test('updates of an app are taken for a fee', async () => {
    await using devnet = await testDevnet()
    const client = readerOf(devnet)
    await devnet.prices.set(pair, 3000)
    const { pyth } = await devnet.prices.get(pair)
    const id = pyth?.id ?? '0x'
    const { walletClient } = await devnet.clients()
    const time = BigInt(Math.floor(devnet.clock.now() / 1000)) + 5n
    const price = { type: 'tuple', components: pythAbi[0].outputs[0].components } as const
    const sent = { price: 2999n, conf: 1n, expo: 0, publishTime: time }
    const update = encodeAbiParameters([{ type: 'bytes32' }, price, price], [id, sent, sent])
    const call = { address: there(pyth?.address), abi: pythAbi } as const
    const updates = [[update]] as const
    const fee = await client.readContract({ ...call, functionName: 'getUpdateFee', args: updates })
    const post = { ...call, functionName: 'updatePriceFeeds', args: updates } as const
    const hash = await walletClient.writeContract({ ...post, value: fee, gas: 500_000n })
    const poor = await walletClient.writeContract({ ...post, value: 0n, gas: 500_000n })
    const { status, logs } = await receiptOf(devnet, hash)
    expect(status).toBe('success')
    expect(parseEventLogs({ abi: pythAbi, logs })[0]?.args).toMatchObject({ id, publishTime: time })
    expect((await client.getTransactionReceipt({ hash: poor })).status).toBe('reverted')
    expect(
      await client.readContract({ ...call, functionName: 'getPriceUnsafe', args: [id] }),
    ).toEqual(sent)
  })
})

describe('the chain', () => {
  test('snapshots, forks, state files and resets have the feeds of their moment', async () => {
    await using devnet = await testDevnet()
    const empty = await devnet.snapshot()
    await devnet.prices.set(pair, 3000)
    const checkpoint = await devnet.checkpoint()
    await devnet.prices.set(pair, 2000)
    await devnet.prices.set('BTC/USD', 60_000)
    await devnet.seal()
    await using fork = await devnet.fork()
    await fork.prices.set(pair, 1000)
    await fork.seal()
    const valuesOf = async (one: PreconfDevnet) =>
      (await one.prices.list()).map(({ name, value }) => [name, value])
    expect(await valuesOf(fork)).toEqual([
      [pair, 1000],
      ['BTC/USD', 60_000],
    ])
    expect(await valuesOf(devnet)).toEqual([
      [pair, 2000],
      ['BTC/USD', 60_000],
    ])
    await using loaded = await testDevnet()
    await loaded.loadState(await devnet.dumpState())
    expect(await valuesOf(loaded)).toEqual(await valuesOf(devnet))
    await devnet.restore(checkpoint)
    expect(await valuesOf(devnet)).toEqual([[pair, 3000]])
    await devnet.revert(empty)
    expect(await valuesOf(devnet)).toEqual([])
    await devnet.prices.set(pair, 500)
    expect(await valuesOf(devnet)).toEqual([[pair, 500]])
    await devnet.reset()
    expect(await valuesOf(devnet)).toEqual([])
  })

  test('a reorg takes a price back, and what was placed below it is placed again', async () => {
    await using devnet = await testDevnet()
    for (let block = 0; block < 3; block++) await devnet.seal()
    await devnet.prices.set(pair, 3000)
    await devnet.prices.set(pair, 2000)
    await devnet.seal()
    await devnet.reorg({ depth: 1 })
    expect((await devnet.prices.get(pair)).value).toBe(3000)
    await devnet.reorg({ depth: 2 })
    await expect(devnet.prices.get(pair)).rejects.toThrow('no feed has a price yet')
    await devnet.prices.set(pair, 1000)
    expect((await devnet.prices.get(pair)).value).toBe(1000)
  })

  test('equal changes give equal hashes, each in one block of auto mode', async () => {
    const play = async () => {
      await using devnet = await testDevnet({ mining: 'auto' })
      for (const value of [3000, 2900.5, 2000]) await devnet.prices.set(pair, value)
      const { number, hash } = await readerOf(devnet).getBlock()
      return { number, hash }
    }
    const one = await play()
    expect(one.number).toBe(2n)
    expect(await play()).toEqual(one)
  })

  test('under the real clock a change resolves when it is pre-confirmed', async () => {
    await using devnet = await testDevnet({ clock: 'real', mining: 'flashblocks' })
    await devnet.prices.set(pair, 3000)
    await devnet.prices.set(pair, 2000)
    expect((await devnet.prices.get(pair)).value).toBe(2000)
  })

  test('its accounts and contracts have names', async () => {
    await using devnet = await testDevnet()
    await devnet.prices.set(pair, 3000)
    const names = Object.values(devnet.fixture.labels)
    for (const name of ['ETH/USD feed', 'ETH/USD v2 pool', 'ETH/USD v3 pool', 'Pyth', 'WETH']) {
      expect(names).toContain(name)
    }
  })
})

describe('requests and errors', () => {
  test('preconf_setPrice and preconf_prices', async () => {
    await using devnet = await testDevnet({ mining: 'auto' })
    const ask = (method: string, params: unknown[]) => devnet.provider.request({ method, params })
    expect(await ask('preconf_setPrice', [pair, 3000])).toEqual({ transaction: null })
    const { transaction } = await ask('preconf_setPrice', [pair, { value: '1800', status: 'live' }])
    expect(transaction).toMatch(/^0x[0-9a-f]{64}$/)
    const [feed] = await ask('preconf_prices', [])
    expect(feed).toMatchObject({ name: pair, value: 1800, round: '0x10000000000000002' })
    expect(await ask('preconf_prices', [pair])).toEqual([feed])
  })

  test('what is wrong is said before anything changes', async () => {
    await using devnet = await testDevnet()
    const { prices } = devnet
    const before = await devnet.dumpState()
    const refusals = [
      [() => prices.get(pair), 'no feed has a price yet: set one'],
      [() => prices.set('ETHUSD', 1), "invalid feed 'ETHUSD': give a pair such as ETH/USD"],
      [() => prices.set(pair, 'much'), "invalid price 'much': give a number"],
      [() => prices.set(pair, Number.NaN), 'invalid price NaN: give a number'],
      [() => prices.set(pair, 1e30), 'invalid price 1e+30: give a number up to 1e18'],
      [() => prices.set(pair, 'stale'), 'it has no price yet: give a value first'],
      [() => prices.set(pair, 'down'), 'only sequencer can be down'],
      [() => prices.set(pair, { value: 1, sources: ['band' as never] }), "invalid sources 'band'"],
      [() => prices.set(pair, { value: 1, age: '5s' }), "give it with status 'stale'"],
      [() => prices.set(pair, { price: 1 } as never), 'there is no such field'],
      [() => prices.set('sequencer', 2), 'give 0 for up or 1 for down'],
      [() => prices.set(pair, { value: 1, tokens: ['gold', 'dai'] }), "invalid tokens 'gold'"],
    ] as const
    for (const [change, message] of refusals) {
      await expect(change()).rejects.toMatchObject({
        code: -32602,
        message: expect.stringContaining(message),
      })
    }
    expect(await devnet.dumpState()).toEqual(before)
    await expect(prices.set(pair, 1e-30)).rejects.toThrow('no pool can have it')
    await prices.set(pair, 3000)
    await expect(prices.set(pair, 1e-15)).rejects.toThrow('cannot be moved: execution reverted')
    await expect(prices.get('BTC/USD')).rejects.toThrow('give one of ETH/USD')
    const [pool] = (await prices.get(pair)).pools
    await expect(
      prices.set('BTC/USD', { value: 1, pools: [there(pool?.address)] }),
    ).rejects.toThrow('say which token is BTC')
  })
})
