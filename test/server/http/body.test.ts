import type { IncomingMessage } from 'node:http'
import { PassThrough } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { yieldToEventLoop } from '../../../src/clock/pace.ts'
import { Incoming, Shares } from '../../../src/lib/shares.ts'
import { readBody } from '../../../src/server/http/body.ts'
import { stillReachable } from '../../support/stillReachable.ts'
import { httpPost, request, startTestServer } from '../../support/testServer.ts'

const echo = JSON.stringify(request('test_echo', ['hellö']))
const echoed = '{"jsonrpc":"2.0","id":1,"result":"hellö"}'

/** The head of a POST whose body comes in chunks. */
const chunkedHead = 'POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n'

function chunk(bytes: Uint8Array): Buffer {
  return Buffer.concat([
    Buffer.from(`${bytes.length.toString(16)}\r\n`),
    bytes,
    Buffer.from('\r\n'),
  ])
}

describe('a body', () => {
  it('may come in chunks that part its characters', async () => {
    await using server = await startTestServer()
    const connection = await server.raw()
    connection.write(chunkedHead)
    for (const byte of Buffer.from(echo)) connection.write(chunk(Uint8Array.of(byte)))
    connection.write('0\r\n\r\n')
    await expect.poll(() => Buffer.from(connection.text(), 'latin1').toString()).toContain(echoed)
    connection.socket.destroy()
  })

  it('may come in very many chunks, none of which is kept', async () => {
    const stream = new PassThrough()
    const incoming = new Incoming(new Shares(1000), undefined)
    const limits = { maxBytes: 1000, timeoutMs: 60_000, incoming }
    const body = readBody(stream as unknown as IncomingMessage, limits)
    const chunks = Array.from({ length: 1000 }, () => {
      const chunk = Buffer.from(Uint8Array.of(0x20))
      stream.write(chunk)
      return new WeakRef(chunk)
    })
    await yieldToEventLoop()
    expect(stillReachable(chunks)).toBe(0)
    stream.end()
    expect(await body).toMatchObject({ kind: 'whole', bytes: { length: 1000 } })
  })

  it('may come in many pieces', async () => {
    await using server = await startTestServer()
    const connection = await server.raw()
    const [head, ...pieces] = httpPost(echo).split(/(?<=\{)|(?=,)|(?<=\r\n\r\n)/)
    connection.write(head ?? '')
    for (const piece of pieces) {
      // Until the server has read it: no two pieces come as one.
      await new Promise((resolve) => connection.socket.write(piece, resolve))
      await new Promise((resolve) => setImmediate(resolve))
    }
    await expect.poll(connection.text).toContain('"result"')
    connection.socket.destroy()
  })

  it('may begin with a byte order mark', async () => {
    await using server = await startTestServer()
    const response = await server.post(`\ufeff${echo}`)
    expect(await response.text()).toBe(echoed)
  })

  it('that is no UTF-8, or begins with marks of UTF-16, is a parse error', async () => {
    await using server = await startTestServer()
    for (const body of [Buffer.from(echo, 'latin1'), Buffer.from(`\ufeff${echo}`, 'utf16le')]) {
      const response = await fetch(server.url, { method: 'POST', body: new Uint8Array(body) })
      expect(await response.json()).toEqual({
        jsonrpc: '2.0',
        id: null,
        error: { code: -32700, message: 'parse error: the body is not UTF-8' },
      })
    }
  })

  it('that is longer than was said is cut there, and the connection ends with its answer', async () => {
    await using server = await startTestServer()
    const connection = await server.raw()
    connection.write(`${httpPost(echo)}too much\r\n\r\n`)
    expect(await connection.ended).toMatch(/^HTTP\/1.1 200 OK\r\n.*"result"[^}]*\}$/s)
    expect(server.serverErrors).toEqual([])
  })

  it('that ends before the length that was said is no request', async () => {
    await using server = await startTestServer()
    const connection = await server.raw()
    connection.write(httpPost(`${echo} `).slice(0, -1))
    connection.socket.end()
    expect(await connection.ended).not.toContain('"result"')
    expect((await server.post(echo)).status).toBe(200)
    expect(server.serverErrors).toEqual([])
  })

  it('with two lengths, or a length and chunks, is refused', async () => {
    await using server = await startTestServer()
    for (const header of ['Content-Length: 3', 'Transfer-Encoding: chunked']) {
      const connection = await server.raw()
      connection.write(httpPost(echo, [header]))
      expect(await connection.ended).toMatch(/^HTTP\/1.1 400 /)
    }
  })

  it('that is compressed is refused, with a reason', async () => {
    await using server = await startTestServer()
    const response = await fetch(server.url, {
      method: 'POST',
      body: new Uint8Array(gzipSync(echo)),
      headers: { 'content-encoding': 'gzip' },
    })
    expect([response.status, await response.json()]).toMatchObject([
      415,
      { id: null, error: { code: -32600, message: 'the body must not be compressed' } },
    ])
  })

  it('of 32 MiB is taken, and of one byte more not', async () => {
    await using server = await startTestServer()
    const room = 32 * 1024 * 1024 - JSON.stringify(request('test_nothing', [], '')).length
    const body = (length: number) => JSON.stringify(request('test_nothing', [], 'x'.repeat(length)))
    const whole = await server.post(body(room))
    expect([whole.status, (await whole.text()).length]).toEqual([200, room + 39])
    const over = await server.post(body(room + 1))
    expect([over.status, await over.json()]).toMatchObject([
      413,
      {
        error: {
          code: -32600,
          message: 'request body too large: the limit is 33554432 bytes (--limit bodyBytes=N)',
        },
      },
    ])
  })
})
