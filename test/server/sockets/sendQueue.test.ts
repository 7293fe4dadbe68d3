import { describe, expect, it } from 'vitest'
import { Answers } from '../../../src/rpc/answers.ts'
import { SharedMessage, SharedText } from '../../../src/rpc/jsonText.ts'
import type { MessageSocket, Parts } from '../../../src/server/sockets/frameSocket.ts'
import { SendQueue, UnsentTotal } from '../../../src/server/sockets/sendQueue.ts'

import { stillReachable } from '../../support/stillReachable.ts'
import { request, startTestServer } from '../../support/testServer.ts'

const kibibyte = 1024
const chunk = JSON.stringify('x'.repeat(64 * kibibyte))

describe('a subscriber that does not read', () => {
  it('is closed when too much is unread, and others get everything', async () => {
    const maxUnsentBytes = 1024 * kibibyte
    await using server = await startTestServer({ maxUnsentBytes })
    const [slow, good] = [await server.open(), await server.open()]
    for (const client of [slow, good]) client.send(request('test_subscribe'))
    await expect.poll(() => server.rpc.subscribers).toBe(2)
    await expect.poll(() => [slow.messages.length, good.messages.length]).toEqual([2, 2])
    slow.socket.pause()

    let published = 0
    while (server.rpc.subscribers === 2) {
      server.rpc.publish(chunk)
      published++
      await expect.poll(() => good.messages.length, { interval: 1 }).toBe(2 + published)
    }
    server.rpc.publish('"last"')
    await expect.poll(() => good.messages.at(-1)).toBe('last')
    expect(good.messages.length).toBe(3 + published)

    slow.socket.resume()
    const { code } = await slow.closed
    expect([1006, 1013]).toContain(code)
    expect(slow.messages.length).toBeLessThan(good.messages.length)
  })

  it('receives the reason when it reads soon', async () => {
    await using server = await startTestServer({ maxUnsentBytes: 1000, closeTimeoutMs: 10_000 })
    const client = await server.open()
    client.send(request('test_subscribe'))
    await expect.poll(() => client.messages.length).toBe(2)
    // All in one turn of the event loop: nothing is written to the network between them.
    server.rpc.publish(JSON.stringify('x'.repeat(4_000_000)))
    server.rpc.publish(JSON.stringify('x'.repeat(2000)))
    expect(server.rpc.subscribers).toBe(0)
    expect(await client.closed).toEqual({
      code: 1013,
      reason: 'messages are not read: the limit is 1000 bytes (--limit unsentBytes=N)',
    })
    expect(client.messages.length).toBe(3)
  })

  it('is closed when something is unread for too long', async () => {
    await using server = await startTestServer({ maxUnsentMs: 100 })
    const client = await server.open()
    client.send(request('test_subscribe'))
    await expect.poll(() => client.messages.length).toBe(2)
    client.socket.pause()
    server.rpc.publish(JSON.stringify('x'.repeat(12_000_000)))
    await expect.poll(() => server.rpc.subscribers).toBe(0)
    client.socket.resume()
    expect([1006, 1013]).toContain((await client.closed).code)
  })

  it('cannot fill memory while its subscription waits for an answer', async () => {
    await using server = await startTestServer({ maxUnsentBytes: 1000 })
    const client = await server.open()
    client.send([request('test_subscribe'), request('test_wait')])
    await expect.poll(() => server.rpc.waiting).toBe(1)
    for (let count = 0; count < 3; count++) server.rpc.publish(JSON.stringify('x'.repeat(400)))
    expect((await client.closed).code).toBe(1013)
    expect(server.rpc.subscribers).toBe(0)
    server.rpc.finishWait()
  })
})

describe('many small messages', () => {
  /** A queue on a socket that nobody reads, and what the socket was given. */
  function unread(maxUnsentBytes: number) {
    const given: { readonly parts: Parts; readonly sent: () => void }[] = []
    const socket: Pick<MessageSocket, 'send'> = {
      send: (parts, sent) => given.push({ parts, sent }),
    }
    let stalls = 0
    const unsentTotal = new UnsentTotal(4 * maxUnsentBytes)
    const queue = new SendQueue(
      socket as MessageSocket,
      { maxUnsentBytes, maxUnsentMs: 1_000_000, unsentTotal, answers: new Answers() },
      {
        onStalled: () => {
          stalls++
          queue.close()
        },
        onDrained: () => undefined,
      },
    )
    return { queue, given, stalls: () => stalls }
  }

  it('wait outside of the socket, which would make an error for each when it is cut', () => {
    const { queue, given } = unread(2 ** 20)
    for (let count = 0; count < 1000; count++) queue.push('x')
    expect(given).toHaveLength(64)
    for (let index = 0; index < 1000; index++) given[index]?.sent()
    expect(given).toHaveLength(1000)
    expect(queue.unsentBytes).toBe(0)
    queue.close()
  })

  it('that many clients get are one piece of memory for all', () => {
    const rest = new SharedText('"all alike"}}')
    const clients = ['a', 'b'].map((id) => {
      const client = unread(2 ** 20)
      client.queue.push(new SharedMessage(new SharedText(`{"id":"${id}","result":`), rest))
      return client
    })
    const [first, second] = clients.map(({ given }) => given[0]?.parts)
    expect(first?.map((part) => Buffer.from(part).toString()).join('')).toBe(
      '{"id":"a","result":"all alike"}}',
    )
    expect(first?.[1]).toBe(second?.[1])
    for (const { queue } of clients) queue.close()
  })

  it('are counted with what it takes to keep them', () => {
    const { queue, stalls } = unread(257 * 100)
    for (let count = 0; count < 100; count++) queue.push('x')
    expect([queue.unsentBytes, stalls()]).toEqual([257 * 100, 0])
    queue.push('x')
    expect([queue.unsentBytes, stalls()]).toEqual([0, 1])
  })

  it('keep the order of pushes and answers', async () => {
    await using server = await startTestServer()
    const client = await server.open()
    client.send(request('test_subscribe'))
    await expect.poll(() => client.messages.length).toBe(2)
    for (let count = 0; count < 500; count++) server.rpc.publish(String(count))
    await expect.poll(() => client.messages.length).toBe(502)
    expect(client.messages.slice(2)).toEqual(Array.from({ length: 500 }, (_, count) => count))
  })
})

describe('many subscribers that do not read', () => {
  it('are bounded together: those go who have left most unread', async () => {
    const maxUnsentBytes = 4 * 1024 * kibibyte
    await using server = await startTestServer({ maxUnsentBytes })
    const clients = 8
    for (let count = 0; count < clients; count++) {
      const client = await server.open()
      client.send(request('test_subscribe'))
      await expect.poll(() => client.messages.length).toBe(2)
      client.socket.pause()
    }
    // All in one turn: nothing is read meanwhile, and nobody reaches the limit of one.
    for (let bytes = 0; bytes < 3 * 1024 * kibibyte; bytes += chunk.length) {
      server.rpc.publish(chunk)
    }
    expect(server.rpc.subscribers).toBeGreaterThan(0)
    expect(server.rpc.subscribers).toBeLessThanOrEqual(6)
  })

  it('leave nothing in memory once they are cut off, while others go on', async () => {
    await using server = await startTestServer({ maxUnsentBytes: 2 ** 20, closeTimeoutMs: 1 })
    const clients = await Promise.all(Array.from({ length: 26 }, () => server.open()))
    const [good, ...stalled] = clients
    for (const { send } of clients) send(request('test_subscribe'))
    await expect.poll(() => clients.every(({ messages }) => messages.length === 2)).toBe(true)
    for (const { socket } of stalled) socket.pause()

    const published: WeakRef<Uint8Array>[] = []
    /** Makes the bytes that all clients share. */
    function publish() {
      const rest = new SharedText(chunk)
      published.push(new WeakRef(rest.bytes))
      server.rpc.publish(new SharedMessage(new SharedText(''), rest))
    }
    while (server.rpc.subscribers > 1) {
      publish()
      await expect.poll(() => good?.messages.length, { interval: 1 }).toBe(2 + published.length)
    }
    await expect.poll(() => server.load().webSocket).toBe(1)
    await expect.poll(() => stillReachable(published)).toBe(0)
    expect(server.load()).toMatchObject({ webSocket: 1, unsentBytes: 0 })
  })
})

describe('answers', () => {
  it('may be larger than what may be unread', async () => {
    await using server = await startTestServer({ maxUnsentBytes: 1000 })
    const client = await server.open()
    for (let id = 0; id < 5; id++) client.send(request('test_text', [1_000_000], id))
    await expect.poll(() => client.messages.length).toBe(5)
    client.send(request('test_echo', ['alive'], 'last'))
    await expect.poll(() => client.messages.at(-1)).toMatchObject({ id: 'last', result: 'alive' })
  })

  it('that are not read keep further requests waiting, and then end the connection', async () => {
    await using server = await startTestServer({ maxUnsentBytes: 10_000, maxUnsentMs: 1000 })
    const client = await server.open()
    client.send(request('test_subscribe'))
    await expect.poll(() => client.messages.length).toBe(2)
    client.socket.pause()
    const requests = 1000
    for (let id = 0; id < requests; id++) {
      client.send(request('test_text', [100_000], id))
      client.send(request('test_note', ['asked'], id))
    }
    await expect.poll(() => server.rpc.subscribers).toBe(0)
    expect(server.rpc.notes.length).toBeLessThan(requests / 2)
    client.socket.resume()
    expect([1006, 1013]).toContain((await client.closed).code)
  })
})
