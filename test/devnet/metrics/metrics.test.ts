import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { rpc } from '../../support/rpc.ts'
import { testDevnet } from '../../support/testDevnet.ts'
import { sendTransfer } from '../../support/transfers.ts'

test('nothing is counted before something happens', async () => {
  await using devnet = await testDevnet()
  const nothing = { count: 0, sumMs: 0, maxMs: 0, p50Ms: 0, p99Ms: 0 }
  expect(devnet.metrics()).toEqual({
    clock: 'manual',
    head: 0n,
    awaitingState: 0,
    flashblock: undefined,
    cadence: {
      ticks: 0,
      lateTicks: 0,
      skippedTicks: 0,
      blocks: 0,
      skippedBlocks: 0,
      errors: 0,
    },
    flashblocks: nothing,
    seals: nothing,
    pool: { pending: 0, queued: 0 },
    writes: 0,
    subscriptions: 0,
    filters: 0,
    connections: { http: 0, webSocket: 0, unsentBytes: 0 },
    chains: {
      open: 0,
      asleep: 0,
      leased: 0,
      waiting: 0,
      made: 0,
      dropped: 0,
      threads: 0,
      lostThreads: 0,
    },
    requests: {},
  })
})

test('ticks and blocks are counted as the cadence takes them', async () => {
  await using devnet = await testDevnet({ mining: 'flashblocks' })
  await devnet.clock.advance(2_000)
  await devnet.clock.advance(400)
  const { head, flashblock, cadence, flashblocks, seals } = devnet.metrics()
  expect({ head, flashblock, cadence }).toEqual({
    head: 1n,
    flashblock: 2,
    cadence: {
      ticks: 12,
      lateTicks: 0,
      skippedTicks: 0,
      blocks: 1,
      skippedBlocks: 0,
      errors: 0,
    },
  })
  expect([flashblocks.count, seals.count]).toEqual([12, 1])
})

test('flashblocks and seals on request are measured too, by real time', async () => {
  await using devnet = await testDevnet()
  await sendTransfer(devnet)
  await devnet.flashblock()
  await sendTransfer(devnet, { nonce: 1 })
  await devnet.seal()
  const { cadence, flashblocks, seals } = devnet.metrics()
  expect(cadence.ticks).toBe(0)
  expect([flashblocks.count, seals.count]).toEqual([2, 1])
  expect(flashblocks.maxMs).toBeGreaterThan(0)
  expect(flashblocks.sumMs).toBeGreaterThanOrEqual(flashblocks.maxMs)
  expect(flashblocks.p99Ms).toBe(flashblocks.maxMs)
  expect(seals.sumMs).toBe(seals.p50Ms)
})

test('the transactions in the pool and the waiting writes are counted', async () => {
  await using devnet = await testDevnet()
  await sendTransfer(devnet)
  await sendTransfer(devnet, { nonce: 1 })
  await sendTransfer(devnet, { from: 1, nonce: 5 })
  expect(devnet.metrics().pool).toEqual({ pending: 2, queued: 1 })
  const made = [devnet.flashblock(), devnet.seal()]
  expect(devnet.metrics().writes).toBe(2)
  await Promise.all(made)
  expect(devnet.metrics()).toMatchObject({ writes: 0, pool: { pending: 0, queued: 1 } })
})

test('subscriptions and filters are counted until they end', async () => {
  await using devnet = await testDevnet()
  const { request } = devnet.provider
  const ask = (method: string, ...params: unknown[]) =>
    request.call(devnet.provider, { method, params })
  const subscription = await ask('eth_subscribe', 'newHeads')
  await ask('eth_subscribe', 'newFlashblocks')
  const filter = await ask('eth_newBlockFilter')
  expect(devnet.metrics()).toMatchObject({ subscriptions: 2, filters: 1 })
  await ask('eth_unsubscribe', subscription)
  await ask('eth_uninstallFilter', filter)
  expect(devnet.metrics()).toMatchObject({ subscriptions: 1, filters: 0 })
})

test('connections to all servers are counted, until a server closes', async () => {
  await using devnet = await testDevnet()
  const [one, other] = [await devnet.listen({ port: 0 }), await devnet.listen({ port: 0 })]
  const open = async (url: string) => {
    const socket = new WebSocket(url)
    await new Promise((resolve) => socket.once('open', resolve))
    return socket
  }
  await open(one.webSocketUrl)
  const stream = await open(`${other.webSocketUrl}/flashblocks`)
  expect(devnet.metrics().connections).toEqual({ http: 0, webSocket: 2, unsentBytes: 0 })
  await one.close()
  expect(devnet.metrics().connections.webSocket).toBe(1)
  stream.terminate()
  await expect.poll(() => devnet.metrics().connections.webSocket).toBe(0)
})

test('requests are counted by method, whatever the way and the name they come by', async () => {
  await using devnet = await testDevnet()
  const { url } = await devnet.listen({ port: 0 })
  await rpc(url, 'eth_chainId')
  await devnet.provider.request({ method: 'eth_chainId' })
  await devnet.provider.request({ method: 'evm_mine' })
  await expect(rpc(url, 'eth_getBalance', ['nobody'])).rejects.toThrow('invalid argument 0')
  await expect(rpc(url, 'eth_nothing')).rejects.toThrow('does not exist')
  await expect(rpc(`${url}/public`, 'evm_mine')).rejects.toThrow('does not exist')
  const { requests } = devnet.metrics()
  expect(Object.keys(requests)).toEqual(['eth_chainId', 'eth_getBalance', 'evm_mine'])
  expect(requests.eth_chainId).toMatchObject({ count: 2, errors: 0 })
  expect(requests.eth_getBalance).toMatchObject({ count: 1, errors: 1 })
  const { sumMs = 0, maxMs = 0 } = requests.evm_mine ?? {}
  expect(maxMs).toBeGreaterThan(0)
  expect(sumMs).toBe(maxMs)
})

test('a revert undoes no counts', async () => {
  await using devnet = await testDevnet()
  const snapshot = await devnet.snapshot()
  await devnet.seal()
  await devnet.revert(snapshot)
  const { head, seals } = devnet.metrics()
  expect([head, seals.count]).toEqual([0n, 1])
})
