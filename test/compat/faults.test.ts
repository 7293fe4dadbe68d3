import { BrowserProvider, FetchRequest, JsonRpcProvider, WebSocketProvider } from 'ethers'
import { createWalletClient, type Hex, http, publicActions, webSocket } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import type { WebSocket } from 'ws'
import { yieldToEventLoop } from '../../src/clock/pace.ts'
import type { PreconfDevnet } from '../../src/types/devnet.ts'
import { preconfChain, viemClient, ways } from '../support/clients.ts'
import { rpc } from '../support/rpc.ts'
import { testDevnet } from '../support/testDevnet.ts'
import { bob, sendTransfer } from '../support/transfers.ts'

/** Waits until a fault has met so many requests. */
async function applied(devnet: PreconfDevnet, count: number): Promise<void> {
  while (devnet.faults.list()[0]?.applied !== count) await yieldToEventLoop()
}

const ethersOptions = { cacheTimeout: -1, staticNetwork: true } as const

describe.each(ways)('viem, %s', (way) => {
  test('waits for a late answer', async () => {
    await using devnet = await testDevnet()
    const client = await viemClient(devnet, way)
    devnet.faults.inject({ kind: 'latency', ms: 500, method: 'eth_getBalance' })
    const before = devnet.clock.now()
    const balance = client
      .getBalance({ address: bob })
      .then((wei) => ({ wei, ms: devnet.clock.now() - before }))
    await applied(devnet, 1)
    await devnet.clock.advance(499)
    expect(await client.getBlockNumber()).toBe(0n)
    await devnet.clock.advance(1)
    expect(await balance).toEqual({ wei: 0n, ms: 500 })
  })

  test('gets the error of a fault', async () => {
    await using devnet = await testDevnet()
    const client = await viemClient(devnet, way)
    devnet.faults.inject({ kind: 'error', code: -32005, message: 'slow down', method: 'eth_get*' })
    await expect(client.getBalance({ address: bob })).rejects.toMatchObject({
      name: 'LimitExceededRpcError',
      code: -32005,
      details: 'slow down',
    })
    expect(await client.getChainId()).toBe(31_337)
  })

  test('reads a lagging node until it catches up', async () => {
    await using devnet = await testDevnet()
    const client = await viemClient(devnet, way)
    const hash = await sendTransfer(devnet)
    await devnet.flashblock()
    const read = async () => [
      await client.getBalance({ address: bob, blockTag: 'pending' }),
      await client.getTransactionCount({ address: client.account.address, blockTag: 'pending' }),
      await client.getTransactionReceipt({ hash }).then(
        ({ status }) => status,
        ({ name }) => name,
      ),
    ]
    devnet.faults.inject({ kind: 'staleReads', flashblocks: 1, times: 3 })
    expect(await read()).toEqual([0n, 0, 'TransactionReceiptNotFoundError'])
    expect(await read()).toEqual([1n, 1, 'success'])
  })
})

test('viem over HTTP meets a broken connection, and repeats the request when configured', async () => {
  await using devnet = await testDevnet()
  const { url } = await devnet.listen({ port: 0 })
  const once = createWalletClient({ transport: http(url, { retryCount: 0 }) }).extend(publicActions)
  const patient = createWalletClient({ transport: http(url, { retryDelay: 1 }) }).extend(
    publicActions,
  )
  devnet.faults.inject({ kind: 'disconnect', times: 2 })
  await expect(once.getChainId()).rejects.toMatchObject({ name: 'HttpRequestError' })
  expect(await patient.getChainId()).toBe(31_337)
  expect(devnet.faults.list()).toEqual([])
})

test('viem over WebSocket connects again', async () => {
  await using devnet = await testDevnet()
  const { webSocketUrl } = await devnet.listen({ port: 0 })
  const transport = webSocket(webSocketUrl, { retryDelay: 1, reconnect: { delay: 1 } })
  const client = createWalletClient({ transport }).extend(publicActions)
  const connection = () => client.request({ method: 'preconf_connection' } as never)
  const before = await connection()
  devnet.faults.inject({ kind: 'disconnect', times: 1 })
  expect(await client.getChainId()).toBe(31_337)
  expect(devnet.faults.list()).toEqual([])
  expect(await connection()).not.toBe(before)
  const { close } = await client.transport.getRpcClient()
  close()
})

test('viem over a lossy connection sends a transaction twice, which is there once', async () => {
  await using devnet = await testDevnet()
  const { url } = await devnet.listen({ port: 0 })
  const client = createWalletClient({
    account: privateKeyToAccount(devnet.accounts[0]?.privateKey as Hex),
    chain: preconfChain,
    transport: http(url, { retryCount: 0 }),
  }).extend(publicActions)
  const request = await client.prepareTransactionRequest({ to: bob, value: 1n })
  const serializedTransaction = await client.signTransaction(request)
  devnet.faults.inject({
    kind: 'disconnect',
    lost: 'answer',
    method: 'eth_sendRawTransaction',
    times: 1,
  })
  await expect(client.sendRawTransaction({ serializedTransaction })).rejects.toMatchObject({
    name: 'HttpRequestError',
  })
  await expect(client.sendRawTransaction({ serializedTransaction })).rejects.toMatchObject({
    details: 'already known',
  })
  expect((await devnet.flashblock()).transactions).toHaveLength(1)
})

test('ethers over HTTP meets a broken connection, an error and a late answer', async () => {
  await using devnet = await testDevnet()
  const { url } = await devnet.listen({ port: 0 })
  const provider = new JsonRpcProvider(new FetchRequest(url), preconfChain.id, ethersOptions)
  devnet.faults.inject({ kind: 'disconnect', method: 'eth_getBalance', times: 1 })
  await expect(provider.getBalance(bob)).rejects.toMatchObject({ code: 'ECONNRESET' })
  devnet.faults.inject({ kind: 'error', method: 'eth_getBalance', times: 1 })
  await expect(provider.getBalance(bob)).rejects.toMatchObject({
    error: { code: -32000, message: 'injected fault' },
  })
  devnet.faults.inject({ kind: 'latency', ms: 100, method: 'eth_getBalance' })
  const balance = provider.getBalance(bob)
  await applied(devnet, 1)
  await devnet.clock.advance(100)
  expect(await balance).toBe(0n)
  provider.destroy()
})

test('ethers over WebSocket loses its connection and does well with another', async () => {
  await using devnet = await testDevnet()
  const { url, webSocketUrl } = await devnet.listen({ port: 0 })
  const connect = () => new WebSocketProvider(webSocketUrl, preconfChain.id, ethersOptions)
  const broken = connect()
  const socket = broken.websocket as WebSocket
  const closed = new Promise<number>((resolve) => {
    socket.once('close', resolve)
  })
  expect(await broken.getBlockNumber()).toBe(0)
  await rpc(url, 'preconf_setFault', [{ kind: 'disconnect', method: 'eth_getBalance', times: 1 }])
  broken.getBalance(bob).catch(() => undefined)
  // Nobody said goodbye.
  expect(await closed).toBe(1006)
  const provider = connect()
  expect(await provider.getBalance(bob)).toBe(0n)
  await provider.destroy()
})

test('ethers in process meets a broken connection', async () => {
  await using devnet = await testDevnet()
  const provider = new BrowserProvider(devnet.provider, preconfChain.id, ethersOptions)
  expect(await provider.getBalance(bob)).toBe(0n)
  devnet.faults.inject({ kind: 'disconnect', method: 'eth_getBalance', times: 1 })
  await expect(provider.getBalance(bob)).rejects.toMatchObject({ error: { code: 4900 } })
  expect(await provider.getBalance(bob)).toBe(0n)
  provider.destroy()
})

test('a batch is cut off as a whole', async () => {
  await using devnet = await testDevnet()
  const { url } = await devnet.listen({ port: 0 })
  const batch = (...methods: string[]) =>
    fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(methods.map((method, id) => ({ jsonrpc: '2.0', id, method }))),
    })
  devnet.faults.inject({ kind: 'disconnect', method: 'net_version' })
  await expect(batch('eth_chainId', 'net_version', 'evm_mine')).rejects.toThrow('fetch failed')
  expect(await (await batch('eth_blockNumber')).json()).toEqual([
    { jsonrpc: '2.0', id: 0, result: '0x0' },
  ])
})
