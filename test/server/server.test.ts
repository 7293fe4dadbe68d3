import { execFile } from 'node:child_process'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { methodsOf } from '../../src/server/place.ts'
import { startServer } from '../../src/server/server.ts'
import { titled } from '../support/skips.ts'
import { httpPost, request, startTestServer } from '../support/testServer.ts'

const noSecondLoopback =
  process.platform === 'linux' ? undefined : 'Linux alone has 127.0.0.2 without being told to'

describe('startServer', () => {
  it('takes a free port and says which', async () => {
    await using server = await startTestServer()
    expect(server.port).toBeGreaterThan(0)
    expect(server.url).toBe(`http://127.0.0.1:${server.port}`)
    expect((await fetch(server.url)).status).toBe(200)
  })

  it('writes an IPv6 address into its url as urls want it', async () => {
    await using server = await startTestServer({ host: '::1' })
    expect(server.url).toBe(`http://[::1]:${server.port}`)
    expect((await fetch(server.url)).status).toBe(200)
  })

  it.skipIf(noSecondLoopback)(
    titled('listens on the given address only', noSecondLoopback),
    async () => {
      const onSecondLoopback = (port: number) => fetch(`http://127.0.0.2:${port}`)
      await using server = await startTestServer()
      await expect(onSecondLoopback(server.port)).rejects.toThrow()
      await using everywhere = await startTestServer({ host: '0.0.0.0' })
      expect((await onSecondLoopback(everywhere.port)).status).toBe(200)
    },
  )

  it('says which port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => other.once('listening', resolve))
    const { port } = other.address() as { port: number }
    await expect(startTestServer({ port })).rejects.toMatchObject({
      name: 'ListenError',
      code: 'EADDRINUSE',
      port,
      host: '127.0.0.1',
      message: `cannot listen on 127.0.0.1 port ${port}: the port is in use: choose another one, or 0 for a free one`,
    })
    other.close()
  })

  it('says which host is none', async () => {
    await expect(startTestServer({ host: '192.0.2.1' })).rejects.toMatchObject({
      name: 'ListenError',
      message: expect.stringContaining('192.0.2.1'),
    })
  })

  it('answers when a handler breaks its promise never to reject', async () => {
    const errors: unknown[] = []
    const broken = new Error('broken')
    const server = await startServer({
      route: () => methodsOf(() => Promise.reject(broken)),
      port: 0,
      onInternalError: (error) => errors.push(error),
    })
    await expect(fetch(server.url, { method: 'POST', body: '{}' })).rejects.toThrow()
    expect(errors).toEqual([broken])
    expect((await fetch(server.url)).status).toBe(200)
    await server.close()
  })
})

describe('connections', () => {
  it('are refused over the limit', async () => {
    await using server = await startTestServer({ maxConnections: 2 })
    const first = await server.raw()
    const second = await server.raw()
    const third = await server.raw()
    expect(await third.ended).toMatch(
      /^HTTP\/1.1 503 [\s\S]*too many connections: the limit is 2 \(--limit connections=N\)$/,
    )
    first.write(httpPost(JSON.stringify(request('test_nothing'))))
    await expect.poll(first.text).toContain('"result":null')
    first.socket.destroy()
    await first.ended
    second.socket.destroy()
  })

  it('are served a thousand at a time', async () => {
    await using server = await startTestServer()
    const clients = await Promise.all(Array.from({ length: 1000 }, () => server.raw()))
    for (const client of clients) client.write(httpPost(JSON.stringify(request('test_nothing'))))
    const answered = () =>
      clients.filter((client) => client.text().includes('"result":null')).length
    await expect.poll(answered).toBe(1000)
    for (const client of clients) client.socket.destroy()
  })
})

describe('close', () => {
  it('ends idle and half-begun connections at once and frees the port', async () => {
    const server = await startTestServer({ closeTimeoutMs: 60_000 })
    const [idle, silent, half] = [await server.raw(), await server.raw(), await server.raw()]
    idle.write(httpPost(JSON.stringify(request('test_nothing'))))
    half.write('POST / HTTP/1.1\r\nHost: loc')
    await expect.poll(idle.text).toContain('"result":null')
    await server.close()
    await Promise.all([idle.ended, silent.ended, half.ended])
    await using next = await startTestServer({ port: server.port })
    expect(next.port).toBe(server.port)
  })

  it('lets open requests be answered', async () => {
    const server = await startTestServer({ closeTimeoutMs: 60_000 })
    const connection = await server.raw()
    connection.write(httpPost(JSON.stringify(request('test_wait'))))
    await expect.poll(() => server.rpc.waiting).toBe(1)
    const closed = server.close()
    server.rpc.finishWait()
    await closed
    expect(await connection.ended).toContain('"result":"waited"')
  })

  it('does not wait long for requests that do not end', async () => {
    const server = await startTestServer({ closeTimeoutMs: 50 })
    const connection = await server.raw()
    connection.write(httpPost(JSON.stringify(request('test_wait'))))
    await expect.poll(() => server.rpc.waiting).toBe(1)
    await server.close()
    expect(await connection.ended).toBe('')
    server.rpc.finishWait()
    expect(server.serverErrors).toEqual([])
  })

  it('tells WebSockets that it goes, and ends their subscriptions', async () => {
    const server = await startTestServer()
    const client = await server.open()
    client.send(request('test_subscribe'))
    await expect.poll(() => server.rpc.subscribers).toBe(1)
    await server.close()
    expect(server.rpc.subscribers).toBe(0)
    expect(await client.closed).toEqual({ code: 1001, reason: 'the server is closing' })
  })

  it('does not wait for WebSockets that do not answer', async () => {
    const server = await startTestServer({ closeTimeoutMs: 50 })
    const client = await server.open()
    client.socket.pause()
    await server.close()
    client.socket.resume()
    await client.closed
  })

  it('may be called twice', async () => {
    const server = await startTestServer()
    await Promise.all([server.close(), server.close()])
    await server.close()
    await expect(fetch(server.url)).rejects.toThrow()
  })
})

describe('the process', () => {
  it('ends with an unreferenced server and open connections', async () => {
    const serverFile = fileURLToPath(new URL('../../src/server/server.ts', import.meta.url))
    const source = `
      import { connect } from 'node:net'
      import { startServer } from '${serverFile}'
      const handle = async () => ({ status: 200, text: '{}' })
      const route = () => ({ kind: 'methods', enter: async () => ({ what: handle, leave() {} }) })
      const server = await startServer({ route, port: 0, unref: true, onInternalError: console.error })
      const response = await fetch(server.url, { method: 'POST', body: '{}' })
      const silent = connect(server.port, '127.0.0.1')
      silent.once('connect', () => {
        silent.unref()
        response.text().then(console.log)
      })
    `
    const tsx = fileURLToPath(new URL('../../node_modules/.bin/tsx', import.meta.url))
    const run = promisify(execFile)(tsx, ['--input-type=module', '-e', source])
    expect((await run).stdout).toBe('{}\n')
  })
})
