import type { Hex } from 'viem'
import { expect, test } from 'vitest'
import { type Client, client, listen } from '../../../rpc/methods/client.ts'

const bob = `0x${'b0'.repeat(20)}` as const

const timesOf = async (devnet: Client, numbers: readonly number[]) => {
  const blocks = await Promise.all(
    numbers.map((number) => devnet.ask('eth_getBlockByNumber', `0x${number.toString(16)}`, false)),
  )
  return blocks.map(({ timestamp, timestampMs }) => [Number(timestamp), Number(timestampMs)])
}

test('five blocks share a second, each 200 ms after the one before', async () => {
  await using devnet = await client({ network: 'base', mining: 'interval', timestamp: 42 })
  await devnet.clock.advance(1400)
  expect(await timesOf(devnet, [0, 1, 2, 3, 4, 5, 6, 7])).toEqual([
    [42, 42_000],
    [42, 42_200],
    [42, 42_400],
    [42, 42_600],
    [42, 42_800],
    [43, 43_000],
    [43, 43_200],
    [43, 43_400],
  ])
  expect(await devnet.ask('eth_getHeaderByNumber', '0x1')).toMatchObject({
    timestamp: '0x2a',
    timestampMs: '0xa4d8',
  })
})

test('contracts read the time of their block in milliseconds', async () => {
  await using devnet = await client({ network: 'base', timestamp: 42 })
  await devnet.seal()
  const baseTime = '0x4200000000000000000000000000000000000030'
  const read = async (data: Hex) => Number(await devnet.ask('eth_call', { to: baseTime, data }))
  expect([await read('0x7b2fea99'), await read('0x5745a677')]).toEqual([200, 42_200])
})

test('transactions, logs and heads tell it; receipts and what waits do not', async () => {
  await using devnet = await client({ network: 'base', timestamp: 42 })
  const { results } = await listen(devnet, 'newHeads')
  // Logs a word, as the initcode of a contract does.
  const hash = await devnet.send({ data: '0x5f5fa0' })
  expect(await devnet.ask('eth_getTransactionByHash', hash)).not.toHaveProperty('blockTimestampMs')
  await devnet.seal()
  const blockTimestampMs = '0xa4d8'
  expect(await devnet.ask('eth_getTransactionByHash', hash)).toMatchObject({ blockTimestampMs })
  expect(await devnet.ask('eth_getLogs', {})).toMatchObject([{ blockTimestampMs }])
  const receipt = await devnet.ask('eth_getTransactionReceipt', hash)
  expect(receipt).not.toHaveProperty('blockTimestampMs')
  expect(receipt.logs).toMatchObject([{ blockTimestampMs }])
  expect(results).toMatchObject([{ timestampMs: blockTimestampMs }])
})

test('pending is latest, and nothing is pre-confirmed', async () => {
  await using devnet = await client({ network: 'base', mining: 'interval' })
  await devnet.clock.advance(200)
  const hash = await devnet.send({ to: bob, value: '0x1' })
  expect(await devnet.ask('eth_getBalance', bob, 'pending')).toBe('0x0')
  const [pending, latest] = await Promise.all(
    ['pending', 'latest'].map((block) => devnet.ask('eth_getBlockByNumber', block, true)),
  )
  expect(pending).toEqual(latest)
  expect(await devnet.ask('eth_getTransactionReceipt', hash)).toBeNull()
  await devnet.clock.advance(200)
  expect(await devnet.ask('eth_getBalance', bob, 'pending')).toBe('0x1')
  expect(await devnet.refusal('preconf_setCadence', { mining: 'flashblocks' })).toMatchObject({
    message: expect.stringContaining('the network has no flashblocks'),
  })
})

test.each([
  ['base', 0, 0],
  ['base-flashblocks', 3, 1],
] as const)(
  '%s tells of %i flashblocks and %i waiting transactions',
  async (network, shown, waiting) => {
    await using devnet = await client({ network })
    const flashblocks = await listen(devnet, 'newFlashblocks')
    const pending = await listen(devnet, 'newPendingTransactions')
    await devnet.send({ to: bob, value: '0x1' })
    await devnet.flashblock()
    await devnet.seal()
    await devnet.seal()
    expect([flashblocks.results.length, pending.results.length]).toEqual([shown, waiting])
  },
)

test.each(['op', 'unichain'] as const)(
  '%s refuses subscriptions of flashblocks',
  async (network) => {
    await using devnet = await client({ network })
    for (const kind of ['newFlashblocks', 'newFlashblockTransactions', 'pendingLogs']) {
      expect(await devnet.refusal('eth_subscribe', kind)).toEqual({
        code: -32602,
        message: 'Invalid params',
      })
    }
  },
)

test('a block that is a second late has the time of the clock', async () => {
  await using devnet = await client({ network: 'base', timestamp: 42 })
  await devnet.clock.advance(900)
  await devnet.seal()
  await devnet.clock.advance(2150)
  await devnet.seal()
  await devnet.ask('evm_setNextBlockTimestamp', 100)
  await devnet.seal()
  await devnet.seal()
  expect(await timesOf(devnet, [1, 2, 3, 4])).toEqual([
    [42, 42_200],
    [45, 45_000],
    [100, 100_000],
    [100, 100_200],
  ])
})

test('a simulation goes on by 200 ms', async () => {
  await using devnet = await client({ network: 'base', timestamp: 42 })
  await devnet.seal()
  const blocks = Array.from({ length: 5 }, () => ({ calls: [] }))
  const simulated = await devnet.ask('eth_simulateV1', { blockStateCalls: blocks }, 'latest')
  const times = simulated.map(({ timestamp }: { timestamp: Hex }) => Number(timestamp))
  expect(times).toEqual([42, 42, 42, 43, 43])
  const earlier = { blockStateCalls: [{ blockOverrides: { time: '0x29' } }] }
  expect(await devnet.refusal('eth_simulateV1', earlier, 'latest')).toMatchObject({ code: -38021 })
})

test('a block by request may share the second of its parent', async () => {
  await using devnet = await client({ network: 'base', timestamp: 42 })
  const { hash } = await devnet.seal()
  const attributes = {
    timestamp: '0x2a',
    prevRandao: `0x${'00'.repeat(32)}`,
    suggestedFeeRecipient: bob,
    withdrawals: [],
    parentBeaconBlockRoot: `0x${'00'.repeat(32)}`,
  }
  const built = await devnet.ask('testing_buildBlockV1', hash, attributes, [], null)
  expect(built.executionPayload).toMatchObject({ timestamp: '0x2a', blockNumber: '0x2' })
  expect(built.executionPayload.transactions).toHaveLength(2)
})
