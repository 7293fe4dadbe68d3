import { encodeFunctionData, type Hex, zeroHash } from 'viem'
import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import type { PreconfDevnet } from '../../src/types/devnet.ts'
import { viemClient } from '../support/clients.ts'
import { testDevnet } from '../support/testDevnet.ts'
import { tokenAbi, tokenBytecode } from '../support/token.ts'

const bob = '0x00000000000000000000000000000000000000b0'

interface Push {
  readonly kind: string
  // biome-ignore lint/suspicious/noExplicitAny: what a push holds depends on its kind
  readonly result: any
}

/** A raw WebSocket client: requests by method, and what was pushed, by kind of subscription. */
async function subscriber(devnet: PreconfDevnet) {
  const { webSocketUrl } = await devnet.listen({ port: 0 })
  const socket = new WebSocket(webSocketUrl)
  await new Promise((resolve) => socket.once('open', resolve))
  const kinds = new Map<string, string>()
  const answers = new Map<number, (result: unknown) => void>()
  const pushes: Push[] = []
  let onPush: (push: Push) => void = () => {}
  let count = 0
  socket.on('message', (data) => {
    const { id, result, params } = JSON.parse(String(data))
    if (params === undefined) return answers.get(id)?.(result)
    const push = { kind: kinds.get(params.subscription) ?? 'unknown', result: params.result }
    pushes.push(push)
    onPush(push)
  })
  const request = <Result>(method: string, ...params: unknown[]): Promise<Result> =>
    new Promise((resolve) => {
      const id = ++count
      answers.set(id, resolve as (result: unknown) => void)
      socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
    })
  return {
    request,
    pushes,
    listen: (listener: (push: Push) => void) => {
      onPush = listener
    },
    subscribe: async (kind: string, ...params: unknown[]) => {
      const id = await request<Hex>('eth_subscribe', kind, ...params)
      kinds.set(id, kind)
      return id
    },
    // The socket is in order: what was pushed before this answer has arrived.
    settled: () => request('eth_chainId'),
    [Symbol.dispose]: () => socket.terminate(),
  }
}

async function deployToken(devnet: PreconfDevnet) {
  const client = await viemClient(devnet)
  const hash = await client.deployContract({
    abi: tokenAbi,
    bytecode: tokenBytecode,
    args: ['Test', 'TST', 1_000n],
  })
  await devnet.seal()
  const { contractAddress } = await client.getTransactionReceipt({ hash })
  const data = encodeFunctionData({ abi: tokenAbi, functionName: 'transfer', args: [bob, 1n] })
  const transfer = () => client.sendTransaction({ to: contractAddress, data, gas: 100_000n })
  return { token: contractAddress as Hex, transfer }
}

const everything = [
  'newFlashblocks',
  'pendingLogs',
  'newFlashblockTransactions',
  'logs',
  'newHeads',
  'newPendingTransactions',
]

test('what happens to a transaction is told in one order, whatever the order of subscribing', async () => {
  await using devnet = await testDevnet()
  const { transfer } = await deployToken(devnet)
  using client = await subscriber(devnet)
  for (const kind of everything) await client.subscribe(kind, ...(kind === 'logs' ? [{}] : []))
  const hash = await transfer()
  await devnet.flashblock()
  await devnet.seal()
  await client.settled()
  expect(client.pushes.map(({ kind }) => kind)).toEqual([
    'newPendingTransactions',
    'newFlashblocks',
    'newFlashblockTransactions',
    'pendingLogs',
    'newFlashblocks',
    'newHeads',
    'logs',
  ])
  const of = (wanted: string) => client.pushes.filter(({ kind }) => kind === wanted)
  expect(of('newPendingTransactions')[0]?.result).toBe(hash)
  expect(of('newFlashblockTransactions')[0]?.result).toBe(hash)
  expect(of('pendingLogs')[0]?.result).toMatchObject({
    transactionHash: hash,
    blockHash: zeroHash,
    blockNumber: '0x2',
    removed: false,
  })
  expect(
    of('newFlashblocks').map(({ result }) => [result.number, result.transactions.length]),
  ).toEqual([
    ['0x2', 0],
    ['0x2', 1],
  ])
  expect(of('newHeads')[0]?.result).toMatchObject({ number: '0x2' })
  expect(of('newHeads')[0]?.result).not.toHaveProperty('transactions')
  expect(of('logs')[0]?.result).toMatchObject({ transactionHash: hash, removed: false })
})

test('whoever asks back on a message sees what it told', async () => {
  await using devnet = await testDevnet()
  const { transfer } = await deployToken(devnet)
  using client = await subscriber(devnet)
  for (const kind of everything) await client.subscribe(kind, ...(kind === 'logs' ? [{}] : []))
  const seen: Promise<[string, boolean]>[] = []
  const look = async ({ kind, result }: Push): Promise<[string, boolean]> => {
    switch (kind) {
      case 'newPendingTransactions':
        return [kind, (await client.request('eth_getTransactionByHash', result)) !== null]
      case 'newFlashblockTransactions':
        return [kind, (await client.request('eth_getTransactionReceipt', result)) !== null]
      case 'pendingLogs':
        return [
          kind,
          (await client.request('eth_getTransactionReceipt', result.transactionHash)) !== null,
        ]
      case 'newHeads':
        return [kind, (await client.request('eth_getBlockByHash', result.hash, false)) !== null]
      case 'logs': {
        const logs = await client.request<unknown[]>('eth_getLogs', { blockHash: result.blockHash })
        return [kind, logs.length > 0]
      }
      default: {
        const pending = await client.request<{ transactions: unknown[] }>(
          'eth_getBlockByNumber',
          'pending',
          false,
        )
        return [kind, pending.transactions.length >= result.transactions.length]
      }
    }
  }
  client.listen((push) => seen.push(look(push)))
  await transfer()
  await devnet.flashblock()
  await client.settled()
  await Promise.all(seen)
  await devnet.seal()
  await client.settled()
  expect((await Promise.all(seen)).filter(([, isSeen]) => !isSeen)).toEqual([])
  expect(seen).toHaveLength(7)
})

test('full transactions come with their logs, and a filter picks logs', async () => {
  await using devnet = await testDevnet()
  const { token, transfer } = await deployToken(devnet)
  using client = await subscriber(devnet)
  await client.subscribe('newFlashblockTransactions', true)
  await client.subscribe('pendingLogs', { address: bob })
  const hash = await transfer()
  await devnet.flashblock()
  await client.settled()
  expect(client.pushes).toHaveLength(1)
  expect(client.pushes[0]?.result).toMatchObject({ hash, to: token, logs: [{ address: token }] })
})

test('after eth_unsubscribe nothing comes', async () => {
  await using devnet = await testDevnet()
  using client = await subscriber(devnet)
  const id = await client.subscribe('newHeads')
  expect(await client.request('eth_unsubscribe', id)).toBe(true)
  await devnet.seal()
  await client.settled()
  expect(client.pushes).toEqual([])
})

test('an in-process subscriber is told through the provider', async () => {
  await using devnet = await testDevnet()
  const heads: unknown[] = []
  devnet.provider.on('message', ({ data }) => heads.push(data.result))
  await devnet.provider.request({ method: 'eth_subscribe', params: ['newHeads'] })
  const { hash } = await devnet.seal()
  expect(heads).toMatchObject([{ hash }])
})
