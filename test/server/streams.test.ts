import { describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { type Stream, streamOf } from '../../src/server/place.ts'
import { connectRaw, request, startTestServer } from '../support/testServer.ts'

type Send = (message: string | Uint8Array) => void

/** A stream whose messages the test sends. */
function testStream() {
  const clients = new Set<Send>()
  const stream: Stream = {
    description: 'A stream of tests.\n',
    start: (send) => {
      clients.add(send)
      return () => clients.delete(send)
    },
  }
  const publish: Send = (message) => {
    for (const send of clients) send(message)
  }
  return { places: { '/stream': streamOf(stream) }, clients, publish }
}

describe('a WebSocket at the path of a stream', () => {
  it('is sent what comes, and ends the stream when it closes', async () => {
    const { places, clients, publish } = testStream()
    await using server = await startTestServer({ places })
    const [one, other] = [await server.open('/stream'), await server.open('/stream')]
    publish('"text"')
    publish(new TextEncoder().encode('"bytes ü"'))
    for (const { messages } of [one, other]) {
      await expect.poll(() => messages).toEqual(['text', 'bytes ü'])
    }
    one.socket.close()
    await expect.poll(() => clients.size).toBe(1)
    await server.close()
    expect(clients.size).toBe(0)
    expect((await other.closed).code).toBe(1001)
  })

  it('gets text frames', async () => {
    const { places, publish } = testStream()
    await using server = await startTestServer({ places })
    const { socket } = await server.open('/stream')
    const frames: boolean[] = []
    socket.on('message', (_data, isBinary) => frames.push(isBinary))
    publish(new TextEncoder().encode('1'))
    publish('2')
    await expect.poll(() => frames).toEqual([false, false])
  })

  it('is not answered', async () => {
    const { places, publish } = testStream()
    await using server = await startTestServer({ places })
    const client = await server.open('/stream')
    client.send(request('test_note', ['heard']))
    const pong = new Promise((resolve) => client.socket.once('pong', resolve))
    client.socket.ping()
    await pong
    publish('"pushed"')
    await expect.poll(() => client.messages).toEqual(['pushed'])
    expect(server.rpc.notes).toEqual([])
  })

  it.each([
    ['host', { host: 'evil.example' }],
    ['origin', { origin: 'https://evil.example' }],
  ])('is refused for the %s that others are refused for', async (_what, headers) => {
    const { places, clients } = testStream()
    await using server = await startTestServer({ places })
    const socket = new WebSocket(`ws://127.0.0.1:${server.port}/stream`, { headers })
    const refusal = await new Promise<Error>((resolve) => socket.once('error', resolve))
    expect(refusal.message).toBe('Unexpected server response: 403')
    expect(clients.size).toBe(0)
  })

  it('is closed when it does not read, and others get everything', async () => {
    const { places, clients, publish } = testStream()
    await using server = await startTestServer({ places, maxUnsentBytes: 2 ** 20 })
    const [slow, good] = [await server.open('/stream'), await server.open('/stream')]
    slow.socket.pause()
    const bytes = new TextEncoder().encode(JSON.stringify('x'.repeat(2 ** 16)))
    let published = 0
    while (clients.size === 2) {
      publish(bytes)
      published++
      await expect.poll(() => good.messages.length, { interval: 1 }).toBe(published)
      expect(server.load().unsentBytes).toBeLessThan(2 ** 20 + bytes.length)
    }
    publish('"last"')
    await expect.poll(() => good.messages.at(-1)).toBe('last')
    slow.socket.resume()
    expect([1006, 1013]).toContain((await slow.closed).code)
    expect(slow.messages.length).toBeLessThan(good.messages.length)
  })
})

describe('a request at the path of a stream', () => {
  it('is answered with a description of the stream', async () => {
    await using server = await startTestServer(testStream())
    const response = await fetch(`${server.url}/stream`)
    expect(response.status).toBe(426)
    expect(response.headers.get('upgrade')).toBe('websocket')
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(await response.text()).toBe('A stream of tests.\n')
  })

  it('that is a POST is refused', async () => {
    await using server = await startTestServer(testStream())
    const response = await server.post(request('test_nothing'), { path: '/stream' })
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('GET, HEAD, OPTIONS')
    expect(await response.json()).toMatchObject({ error: { code: -32600 } })
  })
})

describe('a page', () => {
  let made = 0
  const page = { type: 'text/plain; version=1', text: () => `${++made}\n` }
  const places = { '/page': { kind: 'page', page } as const }

  it('is made for each GET', async () => {
    await using server = await startTestServer({ places })
    const response = await fetch(`${server.url}/page?x=1`)
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'text/plain; version=1',
    ])
    expect(await response.text()).toBe(`${made}\n`)
    expect(await (await fetch(`${server.url}/page`)).text()).toBe(`${made}\n`)
    const head = await fetch(`${server.url}/page`, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
    expect(made).toBe(3)
  })

  it('is served under the names that are allowed only', async () => {
    await using server = await startTestServer({ places })
    const client = await connectRaw(server.port)
    client.write('GET /page HTTP/1.1\r\nHost: evil.example\r\n\r\n')
    await expect.poll(client.text).toContain('HTTP/1.1 403')
    client.socket.destroy()
  })

  it('takes no POST and no WebSocket', async () => {
    await using server = await startTestServer({ places })
    expect((await server.post('{}', { path: '/page' })).status).toBe(405)
    await expect(server.open('/page')).rejects.toThrow('Unexpected server response: 404')
  })
})

describe('the load', () => {
  it('counts what is open', async () => {
    const { places } = testStream()
    await using server = await startTestServer({ places })
    expect(server.load()).toEqual({ http: 0, webSocket: 0, unsentBytes: 0 })
    const [socket, raw] = [await server.open('/stream'), await server.raw()]
    await expect.poll(server.load).toEqual({ http: 1, webSocket: 1, unsentBytes: 0 })
    raw.socket.destroy()
    socket.socket.close()
    await expect.poll(server.load).toEqual({ http: 0, webSocket: 0, unsentBytes: 0 })
  })
})
