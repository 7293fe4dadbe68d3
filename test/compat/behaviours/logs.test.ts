import { JsonRpcProvider } from 'ethers'
import { createPublicClient, webSocket } from 'viem'
import { expect, test } from 'vitest'
import { yieldToEventLoop } from '../../../src/clock/pace.ts'
import { type HttpNode, httpNode } from '../../support/httpNode.ts'
import { subscriber } from '../../support/subscriber.ts'

const contract = '0x00000000000000000000000000000000000000c0'
const other = '0x00000000000000000000000000000000000000c1'
const somebody = '0x00000000000000000000000000000000000000b0'
const word = (value: number) => `0x${value.toString(16).padStart(64, '0')}`

/** Logs its input's first 32 bytes as its only topic. */
const recorder = '0x5f355f5fa100'

async function stage(): Promise<HttpNode> {
  const node = await httpNode()
  for (const address of [contract, other]) await node.ask('anvil_setCode', address, recorder)
  return node
}

const record = (node: HttpNode, value: number, to = contract) =>
  node.send({ to, data: word(value) })

test('past events are found by range, address, topic and the hash of a block', async () => {
  await using node = await stage()
  await record(node, 1)
  await record(node, 2, other)
  const hash = await record(node, 2)
  const find = async (filter: object) =>
    (await node.ask('eth_getLogs', filter)).map(
      ({ address, topics }: { address: string; topics: string[] }) => [address, Number(topics[0])],
    )
  expect(await find({ fromBlock: 'earliest' })).toEqual([
    [contract, 1],
    [other, 2],
    [contract, 2],
  ])
  expect(await find({ fromBlock: '0x0', address: contract })).toEqual([
    [contract, 1],
    [contract, 2],
  ])
  expect(await find({ fromBlock: '0x0', topics: [[word(2), word(3)]] })).toEqual([
    [other, 2],
    [contract, 2],
  ])
  const { blockHash } = await node.ask('eth_getTransactionReceipt', hash)
  expect(await find({ blockHash })).toEqual([[contract, 2]])
  const unknown = await node.refusal('eth_getLogs', { blockHash: word(1) })
  expect(unknown.message).toMatch(/unknown block|not found/)
})

test('filters give what is new, and once; those that are gone are reported', async () => {
  await using node = await stage()
  const logs = await node.ask('eth_newFilter', { address: contract })
  const blocks = await node.ask('eth_newBlockFilter')
  const pending = await node.ask('eth_newPendingTransactionFilter')
  const full = await node.ask('eth_newPendingTransactionFilter', true)
  const hash = await record(node, 5)
  const [log] = await node.ask('eth_getFilterChanges', logs)
  expect(log).toMatchObject({ address: contract, topics: [word(5)], removed: false })
  expect(await node.ask('eth_getFilterChanges', logs)).toEqual([])
  expect(await node.ask('eth_getFilterLogs', logs)).toEqual([log])
  expect(await node.ask('eth_getFilterChanges', blocks)).toEqual([log.blockHash])
  expect(await node.ask('eth_getFilterChanges', pending)).toEqual([hash])
  expect(await node.ask('eth_getFilterChanges', full)).toMatchObject([{ hash, to: contract }])
  expect(await node.ask('eth_uninstallFilter', logs)).toBe(true)
  expect(await node.ask('eth_uninstallFilter', logs)).toBe(false)
  expect(await node.refusal('eth_getFilterChanges', logs)).toEqual({
    code: -32000,
    message: 'filter not found',
  })
})

test('a filter tells which logs a reorg has removed', async () => {
  await using node = await stage()
  const filter = await node.ask('eth_newFilter', {})
  await record(node, 5)
  await node.ask('eth_getFilterChanges', filter)
  await node.ask('anvil_reorg', 1, [])
  expect(await node.ask('eth_getFilterChanges', filter)).toMatchObject([
    { topics: [word(5)], removed: true },
  ])
})

test('subscriptions tell of heads and logs: of legacy, EIP-1559 and impersonated transactions', async () => {
  await using node = await stage()
  using client = await subscriber(node.devnet)
  for (const kind of ['newHeads', 'logs', 'syncing'])
    await client.subscribe(kind, ...(kind === 'logs' ? [{}] : []))
  await node.send({ to: contract, data: word(1), gasPrice: '0x77359400' })
  await node.send({ to: contract, data: word(2), maxFeePerGas: '0x77359400' })
  await node.ask('anvil_setBalance', somebody, '0xde0b6b3a7640000')
  await node.ask('anvil_impersonateAccount', somebody)
  await node.send({ from: somebody, to: contract, data: word(3) })
  await client.settled()
  const of = (wanted: string) => client.pushes.filter(({ kind }) => kind === wanted)
  expect(of('newHeads').map(({ result }) => result.number)).toEqual(['0x1', '0x2', '0x3'])
  expect(of('logs').map(({ result }) => Number(result.topics[0]))).toEqual([1, 2, 3])
  expect(client.pushes).toHaveLength(6)
})

test('heads come in order however fast blocks are mined', async () => {
  await using node = await httpNode()
  using client = await subscriber(node.devnet)
  await client.subscribe('newHeads')
  await node.ask('anvil_mine', 200)
  await client.settled()
  expect(client.pushes.map(({ result }) => Number(result.number))).toEqual(
    Array.from({ length: 200 }, (_, index) => index + 1),
  )
})

test('viem watches events and blocks over a WebSocket', async () => {
  await using node = await stage()
  const client = createPublicClient({
    transport: webSocket(node.webSocketUrl, { reconnect: false }),
  })
  const seen = new Promise<number>((resolve) => {
    client.watchEvent({ address: contract, onLogs: ([log]) => resolve(Number(log?.topics[0])) })
  })
  const number = new Promise<bigint>((resolve) => {
    client.watchBlockNumber({ onBlockNumber: resolve })
  })
  while (node.devnet.metrics().subscriptions < 2) await yieldToEventLoop()
  await record(node, 9)
  expect(await seen).toBe(9)
  expect(await number).toBe(1n)
  const socket = await client.transport.getRpcClient()
  socket.close()
})

test('ethers finds a reorged transaction in its new block', async () => {
  await using node = await httpNode({ mining: 'manual' })
  const provider = new JsonRpcProvider(node.url, undefined, { cacheTimeout: -1 })
  const hash = await node.send({ to: somebody, value: '0x1' })
  await node.ask('evm_mine')
  const before = await provider.getTransactionReceipt(hash)
  const raw = await node.ask('eth_getRawTransactionByHash', hash)
  await node.ask('anvil_reorg', 1, [[raw, 0]])
  const after = await provider.getTransactionReceipt(hash)
  expect(after?.blockNumber).toBe(before?.blockNumber)
  expect(after?.blockHash).not.toBe(before?.blockHash)
  provider.destroy()
})
