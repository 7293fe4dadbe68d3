import { request as httpRequest, type IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { httpPost, request, startTestServer, type TestServer } from '../../support/testServer.ts'

/** Sends with node:http, which permits any header. */
function send(
  server: TestServer,
  options: { method?: string; path?: string; headers?: Record<string, string>; body?: string },
): Promise<{ status: number; headers: IncomingMessage['headers']; text: string }> {
  const { method = 'POST', path = '/', headers = {}, body = '' } = options
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest({ port: server.port, method, path, headers }, (response) => {
      let text = ''
      response.on('data', (chunk) => {
        text += chunk
      })
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
      )
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

const echo = JSON.stringify(request('test_echo', ['hello']))
const echoed = '{"jsonrpc":"2.0","id":1,"result":"hello"}'

describe('POST', () => {
  it('is answered as JSON', async () => {
    await using server = await startTestServer()
    const response = await server.post(echo)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(await response.text()).toBe(echoed)
  })

  it('without a content type is answered when no page sent it', async () => {
    await using server = await startTestServer()
    expect(await send(server, { body: echo })).toMatchObject({ status: 200, text: echoed })
  })

  it('reads an answer with characters of several bytes whole', async () => {
    await using server = await startTestServer()
    const response = await server.post(request('test_echo', ['žluťoučký 🐎']))
    expect(await response.json()).toMatchObject({ result: 'žluťoučký 🐎' })
  })

  it('of a notification has an empty answer', async () => {
    await using server = await startTestServer()
    const response = await server.post({ jsonrpc: '2.0', method: 'test_note', params: ['a'] })
    expect([response.status, await response.text()]).toEqual([204, ''])
    expect(server.rpc.notes).toEqual(['a'])
  })

  it.each(['', 'null', '[]', '{"', '"'])('of the body %j is answered by an error', async (body) => {
    await using server = await startTestServer()
    const response = await server.post(body)
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({
      id: null,
      error: { code: expect.toBeOneOf([-32700, -32600]) },
    })
  })

  it('gets HTTP status 403 where the endpoint refuses a method', async () => {
    await using server = await startTestServer()
    const response = await server.post(request('eth_getBlockReceipts'), { path: '/public' })
    expect(response.status).toBe(403)
    expect(await response.json()).toMatchObject({ id: 1, error: { code: -32004 } })
  })

  it('takes no subscription', async () => {
    await using server = await startTestServer()
    const response = await server.post(request('test_subscribe'))
    expect(await response.json()).toMatchObject({
      error: { message: 'notifications not supported' },
    })
  })

  it('at a path without a server gets 404', async () => {
    await using server = await startTestServer()
    const response = await server.post(echo, { path: '/nowhere?a=b' })
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({
      error: { code: -32600, message: expect.stringMatching(/^nothing is served at \/nowhere: /) },
    })
  })

  it('may carry a query', async () => {
    await using server = await startTestServer()
    expect((await server.post(echo, { path: '/?key=1' })).status).toBe(200)
  })

  it('that is compressed is refused', async () => {
    await using server = await startTestServer()
    const response = await server.post(echo, { headers: { 'content-encoding': 'gzip' } })
    expect(response.status).toBe(415)
  })
})

describe('other methods', () => {
  it('GET answers that the server is up', async () => {
    await using server = await startTestServer({ healthText: 'preconf\n' })
    const response = await fetch(server.url)
    expect([response.status, await response.text()]).toEqual([200, 'preconf\n'])
    expect((await fetch(server.url, { method: 'HEAD' })).status).toBe(200)
    expect((await fetch(`${server.url}/nowhere`)).status).toBe(404)
  })

  it('HEAD answers as GET without the text, OPTIONS what there is', async () => {
    await using server = await startTestServer({ healthText: 'preconf\n' })
    const head = await send(server, { method: 'HEAD' })
    expect(head).toMatchObject({ status: 200, text: '', headers: { 'content-length': '8' } })
    const options = await send(server, { method: 'OPTIONS' })
    expect(options).toMatchObject({ status: 204, headers: { allow: 'GET, HEAD, POST, OPTIONS' } })
  })

  it.each(['PUT', 'DELETE', 'PATCH'])('%s is refused', async (method) => {
    await using server = await startTestServer()
    const response = await fetch(server.url, { method, body: echo })
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toContain('POST')
    expect(server.rpc.notes).toEqual([])
  })
})

describe('a page', () => {
  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', ''])(
    'cannot execute a body of type %j, which it may send unasked',
    async (type) => {
      await using server = await startTestServer()
      const body = JSON.stringify(request('test_note', ['executed']))
      const headers = { origin: 'https://evil.example', 'content-type': type }
      const { status, text } = await send(server, { headers, body })
      expect(status).toBe(415)
      expect(JSON.parse(text)).toMatchObject({ error: { code: -32600 } })
      expect(server.rpc.notes).toEqual([])
    },
  )

  it('may send JSON, after a preflight', async () => {
    await using server = await startTestServer()
    const origin = 'https://app.example'
    const preflight = await send(server, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type, x-trace',
      },
    })
    expect(preflight.status).toBe(204)
    expect(preflight.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': expect.stringContaining('POST'),
      'access-control-allow-headers': 'content-type, x-trace',
    })
    expect(preflight.headers).not.toHaveProperty('access-control-allow-credentials')
    const headers = { origin, 'content-type': 'application/json; charset=utf-8' }
    const answer = await send(server, { headers, body: echo })
    expect(answer).toMatchObject({ status: 200, text: echoed })
    expect(answer.headers['access-control-allow-origin']).toBe('*')
  })
})

describe('Host', () => {
  it.each([
    'evil.example',
    'evil.example:8545',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
  ])('%s is refused: DNS may be rebound', async (host) => {
    await using server = await startTestServer()
    const body = JSON.stringify(request('test_note', ['executed']))
    const { status, text } = await send(server, { headers: { host }, body })
    expect(status).toBe(403)
    expect(JSON.parse(text).error.message).toContain(host)
    expect(server.rpc.notes).toEqual([])
  })

  it('of a service in Docker Compose is accepted where other machines are served', async () => {
    await using server = await startTestServer({ host: '0.0.0.0' })
    const headers = { host: 'chain:8545' }
    expect(await send(server, { headers, body: echo })).toMatchObject({ status: 200 })
    expect(await send(server, { headers, method: 'GET' })).toMatchObject({ status: 200 })
    const foreign = { host: 'chain.example:8545' }
    expect(await send(server, { headers: foreign, body: echo })).toMatchObject({ status: 403 })
  })

  it('is accepted when allowed', async () => {
    await using server = await startTestServer({ allowedHosts: ['devnet'] })
    const headers = { host: 'devnet:8545' }
    expect(await send(server, { headers, body: echo })).toMatchObject({ status: 200 })
  })
})

describe('body limit', () => {
  const maxBodyBytes = 1000
  const fitting = JSON.stringify(request('test_echo', ['x'.repeat(900)]))

  it('lets a body under it pass', async () => {
    await using server = await startTestServer({ maxBodyBytes })
    expect((await server.post(fitting)).status).toBe(200)
  })

  it('refuses an announced length before the body comes', async () => {
    await using server = await startTestServer({ maxBodyBytes })
    const connection = await server.raw()
    connection.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1001\r\n\r\n')
    await expect.poll(connection.text).toContain('"error"')
    expect(connection.text()).toMatch(/^HTTP\/1.1 413 /)
    connection.socket.destroy()
  })

  it('refuses before it asks a client to go on', async () => {
    await using server = await startTestServer({ maxBodyBytes })
    const [large, small] = [await server.raw(), await server.raw()]
    const head = 'POST / HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: '
    large.write(`${head}1001\r\n\r\n`)
    await expect.poll(large.text).toMatch(/^HTTP\/1.1 413 /)
    small.write(`${head}${echo.length}\r\n\r\n`)
    await expect.poll(small.text).toMatch(/^HTTP\/1.1 100 /)
    small.write(echo)
    await expect.poll(small.text).toContain(echoed)
    large.socket.destroy()
    small.socket.destroy()
  })

  it('cuts off a body of unknown length, and says so', async () => {
    await using server = await startTestServer({ maxBodyBytes })
    const connection = await server.raw()
    connection.write('POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n')
    const chunk = `1f4\r\n${' '.repeat(500)}\r\n`
    for (let sent = 0; sent < 3; sent++) connection.write(chunk)
    await expect
      .poll(connection.text)
      .toContain('request body too large: the limit is 1000 bytes (--limit bodyBytes=N)')
    expect(connection.text()).toMatch(/^HTTP\/1.1 413 /)
    connection.write(`${chunk}0\r\n\r\n`)
    await connection.ended
  })

  it('lets a client that sends first and reads then read why', async () => {
    await using server = await startTestServer({ maxBodyBytes: 1_000_000 })
    const connection = await server.raw()
    connection.socket.pause()
    connection.write(httpPost('x'.repeat(20_000_000)))
    await new Promise((resolve) => connection.socket.once('drain', resolve))
    connection.socket.resume()
    const text = await connection.ended
    expect(text).toMatch(/^HTTP\/1.1 413 /)
    expect(text).toContain('"id":null,"error":{"code":-32600,')
  })
})

describe('time limits', () => {
  it('end a body that stands still', async () => {
    await using server = await startTestServer({ bodyTimeoutMs: 50 })
    const connection = await server.raw()
    connection.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n12345')
    await expect
      .poll(connection.text)
      .toContain('the body of the request stalled: the limit is 50 ms (--limit bodyMs=N)')
    expect(connection.text()).toMatch(/^HTTP\/1.1 408 /)
    connection.socket.destroy()
  })

  it('end a client that does not read its answer', async () => {
    await using server = await startTestServer({ bodyTimeoutMs: 50 })
    const connection = await server.raw()
    connection.socket.pause()
    connection.write(httpPost(JSON.stringify(request('test_text', [20_000_000]))))
    // Whoever does not read learns by writing (here the begin of a request) that nobody is there.
    connection.write('GET /')
    const isCut = () => {
      connection.write('x')
      return connection.socket.destroyed
    }
    await expect.poll(isCut, { interval: 300 }).toBe(true)
    await connection.ended
  })

  it('end a connection that sends no header', async () => {
    await using server = await startTestServer({ headersTimeoutMs: 100 })
    const slow = await server.raw()
    slow.write('POST / HTTP/1.1\r\nHost: local')
    const silent = await server.raw()
    expect(await silent.ended).toMatch(/^(HTTP\/1.1 408 |$)/)
    expect(await slow.ended).toMatch(/^HTTP\/1.1 408 /)
  })

  it('end a kept connection that is not used', async () => {
    await using server = await startTestServer({ idleTimeoutMs: 50 })
    const connection = await server.raw()
    connection.write(httpPost(echo))
    expect(await connection.ended).toContain(echoed)
  })
})

describe('connections', () => {
  it('are kept for further requests', async () => {
    await using server = await startTestServer()
    const connection = await server.raw()
    for (let count = 1; count <= 3; count++) {
      connection.write(httpPost(echo))
      await expect.poll(() => connection.text().split(echoed).length).toBe(count + 1)
    }
    connection.socket.destroy()
  })

  it('answer pipelined requests in order', async () => {
    await using server = await startTestServer()
    const connection = await server.raw()
    const bodies = [request('test_wait', [], 1), request('test_echo', ['b'], 2)]
    connection.write(bodies.map((body) => httpPost(JSON.stringify(body))).join(''))
    await expect.poll(() => server.rpc.waiting).toBe(1)
    server.rpc.finishWait()
    await expect.poll(connection.text).toContain('"id":2')
    expect(connection.text().indexOf('"id":1')).toBeLessThan(connection.text().indexOf('"id":2'))
    connection.socket.destroy()
  })

  it('survive a client that leaves in the middle of its request or answer', async () => {
    await using server = await startTestServer()
    const [sending, waiting] = [await server.raw(), await server.raw()]
    sending.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n12345')
    waiting.write(httpPost(JSON.stringify(request('test_wait'))))
    await expect.poll(() => server.rpc.waiting).toBe(1)
    sending.socket.resetAndDestroy()
    waiting.socket.resetAndDestroy()
    await Promise.all([sending.ended, waiting.ended])
    server.rpc.finishWait()
    expect((await server.post(echo)).status).toBe(200)
    expect(server.serverErrors).toEqual([])
  })

  it.each([
    ['no HTTP', 'hello\r\n\r\n', 400],
    ['no Host', 'POST / HTTP/1.1\r\nContent-Length: 0\r\n\r\n', 400],
    ['a bad length', 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: x\r\n\r\n', 400],
    ['a huge header', `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(70_000)}\r\n\r\n`, 431],
    [
      'a bad chunk',
      'POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
      400,
    ],
  ])('are closed when %s comes', async (_name, bytes, status) => {
    await using server = await startTestServer()
    const connection = await server.raw()
    connection.write(bytes)
    expect(await connection.ended).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    if (status === 431) {
      expect(connection.text()).toMatch(/the limit is 16384 bytes \(--limit headerBytes=N\)$/)
    }
    expect((await server.post(echo)).status).toBe(200)
    expect(server.serverErrors).toEqual([])
  })
})
