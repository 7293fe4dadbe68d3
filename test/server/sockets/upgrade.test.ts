import { describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import type { ServerOptions } from '../../../src/server/options.ts'
import { request, startTestServer } from '../../support/testServer.ts'

/** What became of an attempt to open a WebSocket: `open`, or the HTTP status. */
async function attempt(
  client: { path?: string; headers?: Record<string, string> },
  options: Partial<ServerOptions> = {},
): Promise<string | number> {
  await using server = await startTestServer(options)
  const socket = new WebSocket(`ws://127.0.0.1:${server.port}${client.path ?? '/'}`, {
    headers: client.headers ?? {},
  })
  return await new Promise((resolve) => {
    socket.on('error', () => undefined)
    socket.on('open', () => resolve('open'))
    socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0))
  })
}

const evil = { origin: 'https://evil.example' }

describe('opening a WebSocket', () => {
  it('works for clients that are no browsers, and for pages of this machine', async () => {
    expect(await attempt({})).toBe('open')
    expect(await attempt({ headers: { origin: 'http://localhost:3000' } })).toBe('open')
  })

  it('is refused to other pages, unless allowed', async () => {
    expect(await attempt({ headers: evil })).toBe(403)
    expect(await attempt({ headers: evil }, { allowOrigin: ['https://app.example'] })).toBe(403)
    expect(await attempt({ headers: evil }, { allowOrigin: [evil.origin] })).toBe('open')
    expect(await attempt({ headers: evil }, { allowOrigin: ['*'] })).toBe('open')
  })

  it('is refused under a foreign Host, unless allowed', async () => {
    const headers = { host: 'evil.example' }
    expect(await attempt({ headers })).toBe(403)
    expect(await attempt({ headers }, { allowedHosts: ['evil.example'] })).toBe('open')
  })

  it('works for a page that is served under an allowed Host itself', async () => {
    const headers = { host: 'devnet.example', origin: 'http://devnet.example' }
    const allowedHosts = ['devnet.example']
    expect(await attempt({ headers }, { allowedHosts })).toBe('open')
    const other = { ...headers, origin: 'http://devnet.example:3000' }
    expect(await attempt({ headers: other }, { allowedHosts })).toBe(403)
  })

  it('is refused without a server', async () => {
    expect(await attempt({ path: '/nowhere' })).toBe(404)
    expect(await attempt({ path: '/public' })).toBe('open')
  })

  it.each([
    ['another protocol', 'Upgrade: h2c'],
    ['no key', 'Upgrade: websocket'],
    ['an old version', 'Upgrade: websocket\r\nSec-WebSocket-Key: x\r\nSec-WebSocket-Version: 1'],
  ])('is refused for %s, and the server lives', async (_name, headers) => {
    await using server = await startTestServer()
    const connection = await server.raw()
    connection.write(
      `GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\n${headers}\r\n\r\n`,
    )
    expect(await connection.ended).toMatch(/^HTTP\/1.1 4\d\d /)
    expect((await server.post(request('test_nothing'))).status).toBe(200)
    expect(server.serverErrors).toEqual([])
  })

  it.each(['/', '/nowhere'])('survives clients that leave at once, at %s', async (path) => {
    await using server = await startTestServer()
    const head = [
      `GET ${path} HTTP/1.1`,
      'Host: localhost',
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      'Sec-WebSocket-Version: 13',
      '',
      '',
    ].join('\r\n')
    for (let count = 0; count < 20; count++) {
      const connection = await server.raw()
      connection.write(head)
      connection.socket.resetAndDestroy()
      await connection.ended
    }
    expect((await server.post(request('test_nothing'))).status).toBe(200)
    expect(server.serverErrors).toEqual([])
  })
})
