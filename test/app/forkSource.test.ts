import { JsonRpcProvider, WebSocketProvider } from 'ethers'
import { createTestClient, createWalletClient, http, publicActions, webSocket } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import type { PreconfDevnet } from '../../src/types/devnet.ts'
import type { Listening } from '../../src/types/listening.ts'
import { rpc } from '../support/rpc.ts'
import { testDevnet } from '../support/testDevnet.ts'
import { bob, bobAt, sendTransfer } from '../support/transfers.ts'

function viemAt(devnet: PreconfDevnet, url: string) {
  const { privateKey } = devnet.accounts[0] as PreconfDevnet['accounts'][number]
  const transport = url.startsWith('ws')
    ? webSocket(url, { retryCount: 0, reconnect: false })
    : http(url, { retryCount: 0 })
  return createWalletClient({
    account: privateKeyToAccount(privateKey),
    chain: foundry,
    transport,
  }).extend(publicActions)
}

/** An open socket at a path of the server, with what it gets. */
async function openSocket({ webSocketUrl }: Listening, path: string) {
  const socket = new WebSocket(`${webSocketUrl}${path}`)
  const messages: { method?: string; result?: unknown; index?: number }[] = []
  socket.on('message', (data) => messages.push(JSON.parse(String(data))))
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  const ask = (method: string, params: readonly unknown[] = []) =>
    socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))
  return { socket, messages, closed, ask }
}

describe('chains at paths of their own', () => {
  it('are isolated from each other and from the one at /: viem over HTTP', async () => {
    await using devnet = await testDevnet({ mining: 'auto' })
    const { url } = await devnet.listen({ port: 0 })
    const [root, one, abc] = ['', '/1', '/abc'].map((path) => viemAt(devnet, `${url}${path}`))
    await one?.sendTransaction({ to: bob, value: 1n })
    await abc?.sendTransaction({ to: bob, value: 2n })
    await abc?.sendTransaction({ to: bob, value: 2n })
    const seen = await Promise.all(
      [root, one, abc].map(async (client) => [
        await client?.getBalance({ address: bob }),
        await client?.getBlockNumber(),
      ]),
    )
    expect(seen).toEqual([
      [0n, 0n],
      [1n, 1n],
      [4n, 2n],
    ])
  })

  it('are isolated: ethers over WebSocket, with events', async () => {
    await using devnet = await testDevnet({ mining: 'auto' })
    const { webSocketUrl } = await devnet.listen({ port: 0 })
    const [one, two] = ['1', '2'].map((id) => new WebSocketProvider(`${webSocketUrl}/${id}`))
    const blocks: string[] = []
    await one?.on('block', (number) => blocks.push(`1: ${number}`))
    await two?.on('block', (number) => blocks.push(`2: ${number}`))
    const signer = await two?.getSigner(0)
    const transaction = await signer?.sendTransaction({ to: bob, value: 1n })
    await transaction?.wait()
    expect(await one?.getBlockNumber()).toBe(0)
    expect(blocks).toEqual(['2: 1'])
    await Promise.all([one?.destroy(), two?.destroy()])
  })

  it('can be moved by test clients: snapshots and mining stay within', async () => {
    await using devnet = await testDevnet()
    const { url } = await devnet.listen({ port: 0 })
    const [one, two] = ['/1', '/2'].map((path) =>
      createTestClient({
        mode: 'anvil',
        chain: foundry,
        transport: http(`${url}${path}`),
        cacheTime: 0,
      }).extend(publicActions),
    )
    const id = await one?.snapshot()
    await one?.mine({ blocks: 5 })
    await two?.mine({ blocks: 3 })
    expect([await one?.getBlockNumber(), await two?.getBlockNumber()]).toEqual([5n, 3n])
    await one?.revert({ id: id as `0x${string}` })
    await two?.reset()
    expect([await one?.getBlockNumber(), await two?.getBlockNumber()]).toEqual([0n, 0n])
  })

  it('begin with what is at / when it listens, pre-confirmed and pooled transactions too', async () => {
    await using devnet = await testDevnet()
    await sendTransfer(devnet)
    await devnet.seal()
    await sendTransfer(devnet, { nonce: 1 })
    await devnet.flashblock()
    await sendTransfer(devnet, { nonce: 2 })
    const { url } = await devnet.listen({ port: 0 })
    await devnet.seal()
    const one = new JsonRpcProvider(`${url}/1`)
    expect(await one.getBlockNumber()).toBe(1)
    expect(await one.getBalance(bob, 'pending')).toBe(2n)
    await one.send('evm_mine', [])
    expect(await one.getBalance(bob)).toBe(3n)
    one.destroy()
  })

  it('begin with what is at / when it was warmed', async () => {
    await using devnet = await testDevnet()
    const { url } = await devnet.listen({ port: 0 })
    await rpc(`${url}/1`, 'eth_blockNumber')
    await sendTransfer(devnet)
    await devnet.seal()
    expect(await rpc(`${url}/2`, 'eth_blockNumber')).toBe('0x0')
    expect((await fetch(`${url}/warm`, { method: 'POST' })).status).toBe(200)
    expect(await rpc(`${url}/3`, 'eth_blockNumber')).toBe('0x1')
    expect(await rpc(`${url}/1`, 'eth_blockNumber')).toBe('0x0')
    await fetch(`${url}/1/restart`)
    expect(await rpc(`${url}/1`, 'eth_blockNumber')).toBe('0x1')
    expect(await bobAt(devnet, 'latest')).toBe(1n)
  })

  it('have the profiles and the stream of flashblocks below their path', async () => {
    await using devnet = await testDevnet()
    const listening = await devnet.listen({ port: 0, profile: 'dedicated' })
    const { url } = listening
    const refusal = 'the method evm_mine does not exist/is not available'
    for (const path of ['/1', '/1/public', '/1/dedicated']) {
      await expect(rpc(`${url}${path}`, 'evm_mine'), path).rejects.toThrow(refusal)
    }
    const open = await devnet.listen({ port: 0 })
    const one = await openSocket(open, '/1/flashblocks')
    const other = await openSocket(open, '/2/flashblocks')
    await rpc(`${open.url}/1`, 'preconf_flashblock')
    await expect.poll(() => one.messages.map(({ index }) => index)).toEqual([0, 1])
    expect(other.messages).toEqual([])
  })

  it('behave as the node that compat names', async () => {
    await using devnet = await testDevnet({ compat: 'hardhat' })
    const { url } = await devnet.listen({ port: 0 })
    expect(await rpc(`${url}/1`, 'evm_mine')).toBe('0')
  })

  it('are those of one server', async () => {
    await using devnet = await testDevnet()
    const [one, other] = [await devnet.listen({ port: 0 }), await devnet.listen({ port: 0 })]
    await rpc(`${one.url}/1`, 'evm_mine')
    expect(await rpc(`${other.url}/1`, 'eth_blockNumber')).toBe('0x0')
    expect(devnet.metrics().chains).toMatchObject({ open: 2, made: 2, dropped: 0 })
    await one.close()
    expect(devnet.metrics().chains).toMatchObject({ open: 1, made: 1 })
  })

  it('end with the server, cutting off what a fault holds up', async () => {
    await using devnet = await testDevnet()
    const listening = await devnet.listen({ port: 0 })
    const { url } = listening
    await rpc(`${url}/1`, 'preconf_setFault', [{ kind: 'latency', ms: 60_000 }])
    const held = rpc(`${url}/1`, 'eth_chainId')
    const socket = await openSocket(listening, '/2')
    await Promise.all([listening.close(), expect(held).rejects.toThrow('fetch failed')])
    expect(await socket.closed).toBe(1001)
  })
})

describe('restart', () => {
  it('restarts the chain, and ends its sockets so that no subscription falls silent', async () => {
    await using devnet = await testDevnet()
    const listening = await devnet.listen({ port: 0 })
    const { url } = listening
    const [one, stream, other] = [
      await openSocket(listening, '/1'),
      await openSocket(listening, '/1/flashblocks'),
      await openSocket(listening, '/2'),
    ]
    one.ask('eth_subscribe', ['newHeads'])
    await expect.poll(() => one.messages).toHaveLength(1)
    await rpc(`${url}/1`, 'evm_mine')
    await expect.poll(() => one.messages).toHaveLength(2)
    await fetch(`${url}/1/restart`)
    expect([await one.closed, await stream.closed]).toEqual([1012, 1012])
    expect(await rpc(`${url}/1`, 'eth_blockNumber')).toBe('0x0')
    other.ask('eth_blockNumber')
    await expect.poll(() => other.messages).toMatchObject([{ result: '0x0' }])
  })
})

describe('a chain that is unused', () => {
  it('sleeps and is dropped by the clock of the chain at /, but not while a socket is open', async () => {
    await using devnet = await testDevnet()
    const listening = await devnet.listen({ port: 0, chainIdleTime: '60s' })
    const { url } = listening
    await rpc(`${url}/1`, 'evm_mine')
    const { socket, ask, messages } = await openSocket(listening, '/2')
    ask('evm_mine')
    await expect.poll(() => messages).toHaveLength(1)
    await devnet.clock.advance(10_000)
    expect(devnet.metrics().chains).toMatchObject({ open: 2, asleep: 1 })
    expect(await rpc(`${url}/1`, 'eth_blockNumber')).toBe('0x1')
    await devnet.clock.advance(60_000)
    expect(devnet.metrics().chains).toMatchObject({ open: 1, asleep: 0, dropped: 1 })
    expect(await rpc(`${url}/1`, 'eth_blockNumber')).toBe('0x0')
    socket.close()
    await expect.poll(() => devnet.metrics().connections.webSocket).toBe(0)
    await devnet.clock.advance(60_000)
    expect(devnet.metrics().chains).toMatchObject({ open: 0, dropped: 3 })
  })
})

it('a thousand chains are served, each with its own blocks', async () => {
  await using devnet = await testDevnet({ mining: 'auto' })
  const { url } = await devnet.listen({ port: 0 })
  const head = async (id: number): Promise<unknown> => {
    if (id % 10 === 0) await rpc(`${url}/${id}`, 'evm_mine')
    return rpc(`${url}/${id}`, 'eth_blockNumber')
  }
  const heads: unknown[] = []
  for (let from = 0; from < 1000; from += 20) {
    const ids = Array.from({ length: 20 }, (_, index) => from + index)
    heads.push(...(await Promise.all(ids.map(head))))
  }
  expect(heads).toEqual(heads.map((_, id) => (id % 10 === 0 ? '0x1' : '0x0')))
  expect(devnet.metrics().chains).toMatchObject({ open: 1000, made: 1000, asleep: 0 })
  await expect(rpc(`${url}/one-more`, 'eth_blockNumber')).rejects.toThrow(
    'all 1000 chains are in use (--max-chains): stop some with /<id>/stop',
  )
  expect(await rpc(`${url}/500`, 'eth_blockNumber')).toBe('0x1')
})
