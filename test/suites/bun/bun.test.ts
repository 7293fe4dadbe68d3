import { createRequire } from 'node:module'
import { join } from 'node:path'
import { createPublicClient, createWalletClient, http, webSocket } from 'viem'
import { foundry } from 'viem/chains'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { alice, bob } from '../support/accounts.ts'
import { type RunningNode, startNodeIn } from '../support/node.ts'

const require = createRequire(import.meta.url)
const bun = join(require.resolve('@oven/bun-linux-x64-baseline/package.json'), '../bin/bun')

let node: RunningNode
beforeAll(async () => {
  node = await startNodeIn(bun, '--mining', 'auto')
})
afterAll(() => node[Symbol.asyncDispose]())

test('in Bun, a WebSocket serves requests and subscriptions, one message after the other', async () => {
  const transport = webSocket(node.webSocketUrl, { keepAlive: false, reconnect: false })
  const client = createPublicClient({ chain: foundry, transport })
  const wallet = createWalletClient({ chain: foundry, account: alice, transport })
  const sealed = new Promise<bigint>((resolve, reject) =>
    client.watchBlockNumber({ onBlockNumber: resolve, onError: reject }),
  )
  await expect(client.getChainId()).resolves.toBe(foundry.id)
  const before = await client.getBlockNumber({ cacheTime: 0 })
  await wallet.sendTransaction({ to: bob, value: 1n })
  expect(await sealed).toBe(before + 1n)
  const socket = await client.transport.getRpcClient()
  socket.close()
})

test('in Bun, requests by HTTP are answered: plain ones and those of pages', async () => {
  const client = createPublicClient({ chain: foundry, transport: http(node.url) })
  const numbers = Array.from({ length: 20 }, () => client.getChainId())
  expect(new Set(await Promise.all(numbers))).toEqual(new Set([foundry.id]))
  const fromPage = await fetch(node.url, {
    method: 'POST',
    headers: { origin: 'http://localhost:3000', 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] }),
  })
  expect(await fromPage.json()).toEqual({ jsonrpc: '2.0', id: 1, result: '0x7a69' })
})
