import { once } from 'node:events'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { Pieces } from '../../../src/lib/pieces.ts'
import { runs } from '../../support/runs.ts'
import { httpPost, request, startTestServer, type TestServer } from '../../support/testServer.ts'

const echo = JSON.stringify(request('test_echo', ['hello']))
const last = httpPost(echo, ['Connection: close'])

/** All that comes back for these pieces, until the server closes; with a time that is always the same. */
async function answersTo(server: TestServer, pieces: readonly Buffer[]): Promise<string> {
  const connection = await server.raw()
  for (const piece of pieces) {
    connection.write(piece)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return withoutTime(await connection.ended)
}

/** The same from a connection that node:http has had since its first request, which was no POST. */
async function answersOfNode(server: TestServer, pieces: readonly Buffer[]): Promise<string> {
  const connection = await server.raw()
  connection.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await expect.poll(() => connection.text(), { interval: 1 }).toContain('ok\n')
  const start = connection.text().length
  for (const piece of pieces) connection.write(piece)
  return withoutTime((await connection.ended).slice(start))
}

function withoutTime(answers: string): string {
  return answers.replaceAll(/^Date: \w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT/gm, 'Date: now')
}

async function expectAsOfNode(server: TestServer, pieces: readonly Buffer[]): Promise<void> {
  expect(await answersTo(server, pieces)).toBe(await answersOfNode(server, pieces))
}

describe('plain POSTs are answered as by node:http', () => {
  it.each([
    ['a result', request('test_echo', ['hello'])],
    ['a result of several bytes each', request('test_echo', ['žluťoučký 🐎'])],
    ['a large result', request('test_text', [1_000_000])],
    ['a result in pieces', request('test_pieces', [JSON.stringify('ů'.repeat(1_000_000))])],
    ['an error', request('test_refuse', ['no'])],
    ['a notification', { jsonrpc: '2.0', method: 'test_note', params: [] }],
    ['a batch', [request('test_echo', [1]), request('test_echo', [2])]],
    ['no JSON', '{'],
  ])('with %s', async (_name, body) => {
    await using server = await startTestServer()
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    await expectAsOfNode(server, [Buffer.from(httpPost(text)), Buffer.from(last)])
  })

  it('with a refused method', async () => {
    await using server = await startTestServer()
    const post = httpPost(JSON.stringify(request('eth_getBlockReceipts'))).replace('/', '/public')
    await expectAsOfNode(server, [Buffer.from(post), Buffer.from(last)])
  })

  it('where pages of some origins only may read', async () => {
    await using server = await startTestServer({ allowOrigin: ['https://app.example'] })
    const pieces = [httpPost(echo), httpPost(echo, ['Origin: https://app.example']), last]
    await expectAsOfNode(
      server,
      pieces.map((piece) => Buffer.from(piece)),
    )
  })

  it('until one is not plain, and after it', async () => {
    await using server = await startTestServer()
    const chunked =
      'POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n' +
      `${echo.length.toString(16)}\r\n${echo}\r\n0\r\n\r\n`
    const pieces = [httpPost(echo), httpPost(echo), chunked, httpPost(echo), last]
    const answers = await answersTo(
      server,
      pieces.map((piece) => Buffer.from(piece)),
    )
    expect(answers.split('"result":"hello"')).toHaveLength(pieces.length + 1)
  })
})

it('an answer in pieces is not made one text by either', async () => {
  await using server = await startTestServer()
  const join = vi.spyOn(Pieces.prototype, 'toString')
  const post = httpPost(JSON.stringify(request('test_pieces', [JSON.stringify('a'.repeat(100))])))
  await expectAsOfNode(server, [Buffer.from(post), Buffer.from(last)])
  expect(join).not.toHaveBeenCalled()
  join.mockRestore()
})

describe('whatever a client sends, however it is cut', () => {
  const header = fc.constantFrom(
    ...['Content-Type: application/json', 'User-Agent: a', 'X-A:', 'x_a: 1', 'Accept:  */* '],
    ...['Connection: keep-alive', 'Connection: close', 'Connection: upgrade', 'Upgrade: h2c'],
    ...['Expect: 100-continue', 'Expect: 1', 'Content-Encoding: gzip', 'Origin: http://a.example'],
    ...['Transfer-Encoding: chunked', 'Host: localhost', 'Host: evil.example', 'Content-Length: 3'],
    ...[
      'Content-Length: x',
      'a b: 1',
      'a : 1',
      ' goes on',
      'a: \tb',
      'a: é',
      'a: 1\nb: 2',
      ':',
      'a',
    ],
  )
  const start = fc.oneof(
    { arbitrary: fc.constant('POST / HTTP/1.1'), weight: 6 },
    fc.constantFrom(
      ...['POST /?a=b HTTP/1.1', 'POST /public HTTP/1.1', 'POST /nobody HTTP/1.1'],
      ...['POST / HTTP/1.0', 'POST / HTTP/2.0', 'POST /', 'POST  / HTTP/1.1', 'post / HTTP/1.1'],
      ...['POST http://localhost/ HTTP/1.1', 'POST /" HTTP/1.1', 'POST /é HTTP/1.1'],
      ...['GET / HTTP/1.1', 'HEAD / HTTP/1.1', 'OPTIONS / HTTP/1.1', 'PUT / HTTP/1.1', '\r\n'],
    ),
  )
  const body = fc.constantFrom(
    ...[echo, '', '{', '[]', JSON.stringify(request('test_text', [70_000]))],
    ...[JSON.stringify(request('test_echo', ['é🐎'])), echo.replace('"id":1,', '')],
  )
  const message = fc
    .tuple(
      start,
      fc.oneof({ arbitrary: fc.constant([]), weight: 2 }, fc.array(header, { maxLength: 3 })),
      body,
    )
    .map(([start, headers, body]) => {
      const head = [
        start,
        'Host: localhost',
        `Content-Length: ${Buffer.byteLength(body)}`,
        ...headers,
      ]
      return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`)
    })
  // Where a bad request follows a good one, it is a matter of time whether the good one is answered; and where one
  // that is answered by node:http at once ends the connection, whether what follows it is read.
  const endsAtOnce = (bytes: Buffer) =>
    /^expect: (?!100-continue)/im.test(String(bytes)) && /^connection: close/im.test(String(bytes))
  const sent = fc
    .tuple(message, fc.array(fc.nat(), { maxLength: 4 }))
    .map(([bytes, cuts]) =>
      cutAt(endsAtOnce(bytes) ? bytes : Buffer.concat([bytes, Buffer.from(last)]), cuts),
    )

  it('it gets what node:http answers', async () => {
    await using server = await startTestServer()
    await fc.assert(
      fc.asyncProperty(sent, (pieces) => expectAsOfNode(server, pieces)),
      runs({ numRuns: 150, seed: 7 }),
    )
    expect(server.serverErrors).toEqual([])
  })
})

function cutAt(bytes: Buffer, cuts: readonly number[]): readonly Buffer[] {
  const places = cuts.map((cut) => cut % bytes.length).sort((left, right) => left - right)
  return [0, ...places].map((from, index) => bytes.subarray(from, places[index] ?? bytes.length))
}

describe('a connection', () => {
  it('whose client has no more to send is answered, then closed', async () => {
    await using server = await startTestServer()
    const connection = await server.raw()
    connection.socket.end(httpPost(JSON.stringify(request('test_wait'))))
    await expect.poll(() => server.rpc.waiting).toBe(1)
    server.rpc.finishWait()
    expect(await connection.ended).toContain('"result":')
  })

  it('takes what comes early after what is being answered', async () => {
    await using server = await startTestServer()
    const connection = await server.raw()
    connection.write(httpPost(JSON.stringify(request('test_wait', [], 'first'))))
    await expect.poll(() => server.rpc.waiting).toBe(1)
    const early = JSON.stringify(request('test_echo', ['second']))
    for (const piece of [httpPost(early).slice(0, 10), httpPost(early).slice(10), last]) {
      connection.socket.write(piece)
      await new Promise((resolve) => setImmediate(resolve))
    }
    server.rpc.finishWait()
    const answers = await connection.ended
    expect([...answers.matchAll(/"(first|second|hello)"/g)].map(([, word]) => word)).toEqual([
      'first',
      'second',
      'hello',
    ])
  })

  it('that has sent nothing gets a timeout error', async () => {
    await using server = await startTestServer({ headersTimeoutMs: 50 })
    const connection = await server.raw()
    expect(await connection.ended).toMatch(/^HTTP\/1\.1 408 /)
  })

  it('becomes a WebSocket after POSTs', async () => {
    await using server = await startTestServer()
    const connection = await server.raw()
    connection.write(httpPost(echo))
    await expect.poll(() => connection.text()).toContain('"result":"hello"')
    const key = 'dGhlIHNhbXBsZSBub25jZQ=='
    const headers = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13']
    connection.write(
      ['GET / HTTP/1.1', 'Host: localhost', ...headers, `Sec-WebSocket-Key: ${key}`, '', ''].join(
        '\r\n',
      ),
    )
    await expect.poll(() => connection.text()).toContain('101 Switching Protocols')
    connection.socket.destroy()
    await once(connection.socket, 'close')
  })
})
