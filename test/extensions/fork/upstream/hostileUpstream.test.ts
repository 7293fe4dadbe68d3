import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createGzip, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { WebSocketServer } from 'ws'
import { createRealTimeline } from '../../../../src/clock/timelines.ts'
import { Upstream } from '../../../../src/extensions/fork/upstream/upstream.ts'
import { type ProxyFault, silent, status } from '../../../support/faultProxy.ts'
import { failure, weather } from './weather.ts'

const maxBytes = 2 ** 20

/** An answer of many megabytes in few bytes; it has no end. */
const bomb: ProxyFault = ({ response, requests }) => {
  response.writeHead(200, { 'content-encoding': 'gzip' })
  const gzip = createGzip()
  gzip.pipe(response)
  gzip.write(`{"jsonrpc":"2.0","id":${requests[0]?.id},"result":"0x`)
  const zeros = Buffer.alloc(maxBytes, '0')
  const more = () => {
    if (!response.destroyed) gzip.write(zeros, more)
  }
  more()
}

const endless: ProxyFault = ({ response }) => {
  const spaces = Buffer.alloc(2 ** 16, ' ')
  const more = () => {
    if (!response.destroyed) response.write(spaces, more)
  }
  more()
}

const stopped: ProxyFault = ({ response, abandon }) => {
  response.writeHead(200, { 'content-encoding': 'gzip' })
  response.write(gzipSync('{"jsonrpc":"2.0","id":1,"result":"0x0"}').subarray(0, 20))
  abandon()
}

const trickling: ProxyFault = ({ response, abandon }) => {
  response.writeHead(200)
  const more = () => {
    if (!response.destroyed) response.write(' ', () => setImmediate(more))
  }
  more()
  abandon()
}

describe('an answer', () => {
  test.each([
    ['that is packed and without end', bomb],
    ['without end', endless],
  ])('%s is read up to the limit, and the connection is closed', async (_, fault) => {
    await using at = await weather({ maxBytes })
    at.proxy.always(fault)
    const error = await failure(at.upstream.request('eth_chainId', []))
    expect(error).toMatchObject({ name: 'AnswerTooLong', code: -32000 })
    expect(error.message).toBe(
      `${at.proxy.url} sends an answer that is too long: the limit is 1048576 bytes (--limit upstreamBytes=N)`,
    )
    await expect.poll(() => at.proxy.open).toBe(0)
    at.proxy.always()
    expect(await at.upstream.request('eth_chainId', [])).toBe('0x7a69')
  })

  test('to a batch that is too long is asked for in halves', async () => {
    await using at = await weather({ maxBytes: 1000 })
    at.proxy.always(async ({ requests, forward, reply }) => {
      const answers = await forward(requests)
      reply(answers.map((answer) => ({ ...answer, padding: 'x'.repeat(400) })))
    })
    const asked = ['eth_chainId', 'eth_blockNumber', 'net_version', 'eth_gasPrice']
    const answers = await Promise.all(asked.map((method) => at.upstream.request(method, [])))
    expect(answers[0]).toBe('0x7a69')
    expect(at.proxy.exchanges.map(({ length }) => length)).toEqual([4, 2, 2])
  })

  test('over a WebSocket has the same limit', async () => {
    const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: true })
    await new Promise((resolve) => server.once('listening', resolve))
    server.on('connection', (socket) => {
      socket.on('message', () => socket.send(Buffer.alloc(2 * maxBytes, ' '), { compress: true }))
      socket.on('error', () => {})
    })
    const { port } = server.address() as { port: number }
    const sources = [`ws://127.0.0.1:${port}`]
    const upstream = new Upstream({ sources, maxBytes, retries: 0 }, createRealTimeline())
    expect((await failure(upstream.request('eth_chainId', []))).name).toBe('AnswerTooLong')
    upstream.close()
    server.close()
  })
})

test('an answer over a socket has the same limit', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'preconf-ipc-'))
  const path = join(folder, 'node.ipc')
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.on('data', () => socket.write(`["${'x'.repeat(2 * maxBytes)}`))
  })
  await new Promise<void>((resolve) => server.listen(path, resolve))
  const upstream = new Upstream({ sources: [path], maxBytes, retries: 0 }, createRealTimeline())
  expect((await failure(upstream.request('eth_chainId', []))).name).toBe('AnswerTooLong')
  upstream.close()
  await new Promise((resolve) => server.close(resolve))
  rmSync(folder, { recursive: true })
})

describe('the time for an answer', () => {
  test.each([
    ['a head that does not come', silent],
    ['a body that stops', stopped],
    ['a body that comes byte by byte', trickling],
  ])('spans %s', async (_, fault) => {
    await using at = await weather({ timeoutMs: 6000, retries: 100, retryBackoffMs: 10 })
    at.proxy.always(fault)
    const error = await failure(at.pass(at.upstream.request('eth_chainId', [])))
    expect(error.message).toMatch(/cannot be reached: no answer in time$/)
    expect(at.timeline.elapsed()).toBeLessThanOrEqual(6100)
  })

  test('spans a pause that the upstream asks for, also for other requests', async () => {
    await using at = await weather({ timeoutMs: 6000 })
    at.proxy.next(status(429, { 'retry-after': '3600' }))
    expect((await failure(at.upstream.request('eth_chainId', []))).name).toBe('RateLimited')
    const error = await failure(at.upstream.request('eth_blockNumber', []))
    expect(error.message).toContain(
      'limits the rate of requests (the next one may be sent in 3600 s)',
    )
    expect(at.proxy.exchanges.length).toBe(1)
    await at.timeline.advance(3_600_000)
    expect(await at.upstream.request('eth_blockNumber', [])).toBe('0x0')
  })

  test('spans the wait for others that are under way', async () => {
    await using at = await weather({ timeoutMs: 6000, concurrency: 1, batchSize: 1, retries: 0 })
    at.proxy.always(silent)
    const errors = [1, 2, 3, 4, 5].map((block) =>
      failure(at.upstream.request('eth_getBlockByNumber', [`0x${block}`, false])),
    )
    for (const error of await at.pass(Promise.all(errors))) {
      expect(error.message).toMatch(/no answer in time$/)
    }
    expect(at.timeline.elapsed()).toBeLessThanOrEqual(6100)
  })
})
