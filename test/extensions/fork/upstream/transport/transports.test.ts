import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { http } from 'viem'
import { expect, test } from 'vitest'
import { WebSocketServer } from 'ws'
import { createRealTimeline } from '../../../../../src/clock/timelines.ts'
import { Upstream } from '../../../../../src/extensions/fork/upstream/upstream.ts'
import type { UpstreamSource } from '../../../../../src/types/fork.ts'
import { type HttpNode, httpNode } from '../../../../support/httpNode.ts'
import { failure } from '../weather.ts'

function upstreamOf(source: UpstreamSource, retries = 2): Upstream {
  return new Upstream({ sources: [source], retries, retryBackoffMs: 1 }, createRealTimeline())
}

/** A socket in front of a node, that cuts what it sends into small pieces. */
async function ipc(node: HttpNode) {
  const folder = mkdtempSync(join(tmpdir(), 'preconf-ipc-'))
  const path = join(folder, 'secret.ipc')
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('data', async (data) => {
      const text = JSON.stringify(await node.post(JSON.parse(String(data))))
      for (let at = 0; at < text.length; at += 7) socket.write(text.slice(at, at + 7))
    })
  })
  await new Promise<void>((resolve) => server.listen(path, resolve))
  return {
    path,
    drop: () => {
      for (const socket of sockets) socket.destroy()
    },
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
      rmSync(folder, { recursive: true })
    },
  }
}

async function expectRight(upstream: Upstream): Promise<void> {
  expect(
    await Promise.all([
      upstream.request('eth_chainId', []),
      upstream.request('eth_getBlockByNumber', ['0x0', false]),
      failure(upstream.request('eth_getBalance', ['0x1', 'latest'])),
    ]),
  ).toEqual([
    '0x7a69',
    expect.objectContaining({ number: '0x0' }),
    expect.objectContaining({ code: -32602, name: 'UpstreamRefusal' }),
  ])
}

test('a WebSocket', async () => {
  await using node = await httpNode()
  const upstream = upstreamOf(node.webSocketUrl)
  await expectRight(upstream)
  expect(upstream.counts).toMatchObject({ exchanges: 1, items: 3 })
  expect(upstream.name).toBe(new URL(node.webSocketUrl).origin.replace('http', 'ws'))
  upstream.close()
})

test('a WebSocket that is closed is opened again, for too many requests after a while', async () => {
  await using node = await httpNode()
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  let connections = 0
  server.on('connection', (socket) => {
    connections++
    const isFirst = connections === 1
    socket.on('message', async (data) => {
      if (isFirst) socket.close(1008, 'slow down')
      else socket.send(JSON.stringify(await node.post(JSON.parse(String(data)))))
    })
  })
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const upstream = upstreamOf(`ws://127.0.0.1:${port}/`)
  expect(await upstream.request('eth_chainId', [])).toBe('0x7a69')
  expect(connections).toBe(2)
  upstream.close()
  server.close()
  const never = upstreamOf(`ws://127.0.0.1:${port}/secret-key`, 0)
  const error = await failure(never.request('eth_chainId', []))
  expect(error.message).toMatch(/^ws:\/\/127.0.0.1:\d+ cannot be reached: /)
  never.close()
})

test('an IPC socket, also after it was closed', async () => {
  await using node = await httpNode()
  await using socket = await ipc(node)
  const upstream = upstreamOf(socket.path)
  await expectRight(upstream)
  socket.drop()
  await expectRight(upstream)
  upstream.close()
  const nobody = upstreamOf(`${socket.path}x`, 0)
  expect((await failure(nobody.request('eth_chainId', []))).message).toBe(
    'ipc cannot be reached: ENOENT',
  )
  nobody.close()
})

test('a function as of EIP-1193, an object that has one, and a transport of viem', async () => {
  await using node = await httpNode()
  const request = (asked: { method: string }) => node.devnet.provider.request(asked as never)
  for (const source of [request, { request }, http(node.url, { retryCount: 5 })]) {
    const upstream = upstreamOf(source as UpstreamSource)
    await expectRight(upstream)
    upstream.close()
  }
})

test('a function that fails shows no URL', async () => {
  const upstream = upstreamOf(
    http('http://127.0.0.1:1/hidden-key', { retryCount: 0 }) as UpstreamSource,
    0,
  )
  const error = await failure(upstream.request('eth_chainId', []))
  expect(error.name).toBe('Unreachable')
  expect(`${error.stack}`).not.toContain('hidden')
  upstream.close()
})

test.each([
  ['localhost', /has no scheme: give http/],
  ['ftp://user:word@host', /has the scheme ftp:\/\/: give/],
  ['http://[secret', /is not a URL: give/],
])('%s is refused before anything is sent', (url, words) => {
  expect(() => upstreamOf(url)).toThrow(words)
  expect(() => upstreamOf(url)).not.toThrow(/secret|word@/)
})
