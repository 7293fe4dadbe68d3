import { once } from 'node:events'
import { afterEach, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { createDevnet } from '../../src/app/createDevnet.ts'
import { viemClient } from '../support/clients.ts'
import { bob } from '../support/transfers.ts'

afterEach(() => {
  vi.useRealTimers()
})

test("a test runner's fake timers do not stop the chain", async () => {
  vi.useFakeTimers()
  await using devnet = await createDevnet({ blockTime: '100ms', flashblockTime: '20ms' })
  const sealed = new Promise<bigint>((resolve) => {
    devnet.on('block', ({ number, transactions }) => {
      if (transactions.length > 0) resolve(number)
    })
  })
  const client = await viemClient(devnet)
  await client.sendTransaction({ to: bob, value: 1n })
  expect(await sealed).toBeGreaterThan(0n)
  expect(await client.getBalance({ address: bob, blockTag: 'latest' })).toBe(1n)
})

test("a test runner's fake timers do not stop the server", async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'setImmediate', 'Date', 'performance'] })
  await using devnet = await createDevnet({ clock: 'manual' })
  const { url, webSocketUrl } = await devnet.listen({ port: 0 })
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId' })
  const answer = { jsonrpc: '2.0', id: 1, result: '0x7a69' }
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url, { method: 'POST', headers, body })
  expect(await response.json()).toEqual(answer)
  const socket = new WebSocket(webSocketUrl)
  await once(socket, 'open')
  socket.send(body)
  const [message] = await once(socket, 'message')
  expect(JSON.parse(String(message))).toEqual(answer)
})
