import { describe, expect, it } from 'vitest'
import { connectRaw, request, startTestServer, type TestServer } from '../../support/testServer.ts'

const handshake = [
  'GET / HTTP/1.1',
  'Host: localhost',
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  'Sec-WebSocket-Version: 13',
  '',
  '',
].join('\r\n')

/** A WebSocket as bytes, to send frames that no client sends. */
async function openRaw(server: TestServer) {
  const connection = await connectRaw(server.port)
  connection.write(handshake)
  await expect.poll(connection.text).toContain('\r\n\r\n')
  return connection
}

/** A frame with the mask 0, which leaves the payload as it is. */
function frame(
  payload: Uint8Array,
  { opcode = 1, masked = true, announced = payload.length, final = true } = {},
): Buffer {
  const length = Buffer.alloc(8)
  length.writeBigUInt64BE(BigInt(announced))
  return Buffer.concat([
    Uint8Array.of((final ? 0x80 : 0) | opcode, 0x7f | (masked ? 0x80 : 0)),
    length,
    new Uint8Array(masked ? 4 : 0),
    payload,
  ])
}

/** Code of the close frame at the end of what the server sent. */
function closeCodeIn(text: string): number {
  const bytes = Buffer.from(text.slice(text.indexOf('\r\n\r\n') + 4), 'latin1')
  expect(bytes[0]).toBe(0x88)
  return bytes.readUInt16BE(2)
}

function answer(id: unknown, result: unknown) {
  return { jsonrpc: '2.0', id, result }
}

describe('messages', () => {
  it('are answered, batches too', async () => {
    await using server = await startTestServer()
    const client = await server.open()
    client.send([request('test_echo', ['a'], 1), request('test_echo', ['b'], 2)])
    await expect.poll(() => client.messages).toEqual([[answer(1, 'a'), answer(2, 'b')]])
  })

  it('may come as binary', async () => {
    await using server = await startTestServer()
    const client = await server.open()
    client.socket.send(Buffer.from(JSON.stringify(request('test_echo', ['ü']))))
    await expect.poll(() => client.messages).toEqual([answer(1, 'ü')])
  })

  it('may come in fragments', async () => {
    await using server = await startTestServer()
    const client = await server.open()
    const text = JSON.stringify(request('test_echo', ['a']))
    client.socket.send(text.slice(0, 20), { fin: false })
    client.socket.send(text.slice(20))
    await expect.poll(() => client.messages).toEqual([answer(1, 'a')])
  })

  it('that are notifications are not answered', async () => {
    await using server = await startTestServer()
    const client = await server.open()
    client.send({ jsonrpc: '2.0', method: 'test_note', params: ['a'] })
    client.send(request('test_echo', ['b'], 2))
    await expect.poll(() => client.messages).toEqual([answer(2, 'b')])
    expect(server.rpc.notes).toEqual(['a'])
  })

  it('with broken JSON or the JSON null are answered by an error', async () => {
    await using server = await startTestServer()
    const client = await server.open()
    client.send('{')
    client.send('null')
    await expect
      .poll(() => client.messages)
      .toMatchObject([{ error: { code: -32700 } }, { error: { code: -32600 } }])
  })

  it('get the refusal of their endpoint', async () => {
    await using server = await startTestServer()
    const client = await server.open('/public')
    client.send(request('eth_getBlockReceipts'))
    await expect.poll(() => client.messages).toMatchObject([{ id: 1, error: { code: -32004 } }])
  })

  it('are worked on side by side', async () => {
    await using server = await startTestServer()
    const client = await server.open()
    client.send(request('test_wait', [], 1))
    client.send(request('test_echo', ['quick'], 2))
    await expect.poll(() => client.messages).toEqual([answer(2, 'quick')])
    server.rpc.finishWait()
    await expect.poll(() => client.messages).toEqual([answer(2, 'quick'), answer(1, 'waited')])
  })

  it('wait when very many are worked on', async () => {
    await using server = await startTestServer({ maxConcurrent: 2 })
    const client = await server.open()
    for (let id = 1; id <= 40; id++) client.send(request('test_wait', [], id))
    client.send(request('test_note', ['last'], 41))
    await expect.poll(() => server.rpc.waiting).toBe(2)
    expect(server.rpc.notes).toEqual([])
    const finishAll = () => {
      expect(server.rpc.waiting).toBeLessThanOrEqual(2)
      server.rpc.finishWait()
      return client.messages.length
    }
    await expect.poll(finishAll, { interval: 5 }).toBe(41)
  })

  it('in hundreds at once leave room for others', async () => {
    await using server = await startTestServer()
    const busy = await openRaw(server)
    const note = (word: string) => JSON.stringify(request('test_note', [word]))
    busy.write(Buffer.concat(new Array(500).fill(frame(Buffer.from(note('busy'))))))
    const busyNotes = () => server.rpc.notes.filter((word) => word === 'busy').length
    while (busyNotes() < 500) {
      await new Promise((resolve) => setImmediate(resolve))
      await server.rpc.handle(note('turn'))
    }
    const atOnce = server.rpc.notes
      .join(' ')
      .split('turn')
      .map((run) => run.split('busy').length)
    expect(Math.max(...atOnce)).toBeLessThan(50)
  })
})

describe('pushes', () => {
  it('come after the answer to the request that asked for them', async () => {
    await using server = await startTestServer()
    const client = await server.open()
    client.send(request('test_subscribe'))
    await expect.poll(() => client.messages).toEqual([answer(1, 'subscribed'), 'early'])
    server.rpc.publish('"later"')
    await expect.poll(() => client.messages).toEqual([answer(1, 'subscribed'), 'early', 'later'])
  })

  it('of a request in a batch wait for the whole answer, in order', async () => {
    await using server = await startTestServer()
    const client = await server.open()
    client.send([request('test_subscribe', [], 1), request('test_wait', [], 2)])
    await expect.poll(() => server.rpc.waiting).toBe(1)
    server.rpc.publish('"second"')
    server.rpc.finishWait()
    await expect
      .poll(() => client.messages)
      .toEqual([[answer(1, 'subscribed'), answer(2, 'waited')], 'early', 'second'])
  })

  it('do not wait for other requests', async () => {
    await using server = await startTestServer()
    const client = await server.open()
    client.send(request('test_subscribe', [], 1))
    client.send(request('test_wait', [], 2))
    await expect.poll(() => server.rpc.waiting).toBe(1)
    server.rpc.publish('"now"')
    await expect.poll(() => client.messages).toContain('now')
    server.rpc.finishWait()
  })

  it('come when the request was a notification', async () => {
    await using server = await startTestServer()
    const client = await server.open()
    client.send({ jsonrpc: '2.0', method: 'test_subscribe' })
    await expect.poll(() => client.messages).toEqual(['early'])
  })

  it('end with the connection', async () => {
    await using server = await startTestServer()
    const client = await server.open()
    client.send(request('test_subscribe'))
    await expect.poll(() => server.rpc.subscribers).toBe(1)
    client.socket.terminate()
    await expect.poll(() => server.rpc.subscribers).toBe(0)
    server.rpc.publish('"nobody"')
    expect(server.serverErrors).toEqual([])
  })

  it('are not begun for a client that left before', async () => {
    await using server = await startTestServer()
    const client = await server.open()
    client.send([request('test_wait'), request('test_subscribe')])
    await expect.poll(() => server.rpc.waiting).toBe(1)
    client.socket.terminate()
    await client.closed
    const other = await server.open()
    other.send(request('test_note', ['seen']))
    await expect.poll(() => other.messages.length).toBe(1)
    server.rpc.finishWait()
    other.send(request('test_note', ['again']))
    await expect.poll(() => other.messages.length).toBe(2)
    expect(server.rpc.subscribers).toBe(0)
  })
})

describe('bad frames', () => {
  const text = Buffer.from(JSON.stringify(request('test_note', ['executed'])))

  it.each([
    ['unmasked', frame(text, { masked: false }), 1002],
    ['of an unknown kind', frame(text, { opcode: 3 }), 1002],
    ['a continuation of nothing', frame(text, { opcode: 0 }), 1002],
    ['a long ping', frame(text, { opcode: 9 }), 1002],
    ['text that is not UTF-8', frame(Uint8Array.of(0x22, 0xff, 0x22)), 1007],
    ['announced too large', frame(text, { announced: 1_000_000 }), 1009],
    ['announced beyond all numbers', frame(text, { announced: 2 ** 60 }), 1009],
    ['too large in fragments', fragments(), 1009],
  ])('that are %s end the connection and nothing else', async (_name, bytes, code) => {
    await using server = await startTestServer({ maxMessageBytes: 1000 })
    const [bad, good] = [await openRaw(server), await server.open()]
    bad.write(bytes)
    expect(closeCodeIn(await bad.ended)).toBe(code)
    good.send(request('test_echo', ['alive']))
    await expect.poll(() => good.messages).toEqual([answer(1, 'alive')])
    expect([server.rpc.notes, server.serverErrors]).toEqual([[], []])
  })

  function fragments(): Buffer {
    const part = Buffer.alloc(600, ' ')
    return Buffer.concat([frame(part, { final: false }), frame(part, { opcode: 0 })])
  }

  it('that stop in the middle do no harm', async () => {
    await using server = await startTestServer()
    const [bad, good] = [await openRaw(server), await server.open()]
    bad.write(frame(text, { announced: 100_000 }))
    bad.socket.resetAndDestroy()
    await bad.ended
    good.send(request('test_echo', ['alive']))
    await expect.poll(() => good.messages).toEqual([answer(1, 'alive')])
    expect(server.serverErrors).toEqual([])
  })
})

describe('keep-alive', () => {
  it('ends a connection that does not answer pings', async () => {
    // The other one must have its turn within this time, also on a busy machine.
    await using server = await startTestServer({ pingIntervalMs: 1000 })
    const [silent, good] = [await openRaw(server), await server.open()]
    await silent.ended
    good.send(request('test_echo', ['alive']))
    await expect.poll(() => good.messages).toEqual([answer(1, 'alive')])
  })
})
