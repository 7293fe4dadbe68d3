import { expect, test } from 'vitest'
import { request, startTestServer } from '../../support/testServer.ts'

test('messages of every length arrive whole, between those that ws writes', async () => {
  await using server = await startTestServer()
  const client = await server.open()
  client.send(request('test_subscribe'))
  await expect.poll(() => client.messages.length).toBe(2)
  // Around the lengths from which a frame has a longer header, the quotes among them.
  const lengths = [0, 123, 124, 65_533, 65_534, 200_000]
  client.socket.ping()
  for (const length of lengths) server.rpc.publish(JSON.stringify('x'.repeat(length)))
  server.rpc.publish('"\u00fc€"')
  await expect.poll(() => client.messages.at(-1)).toBe('ü€')
  const arrived = client.messages.slice(2, -1) as string[]
  expect(arrived.map(({ length }) => length)).toEqual(lengths)
  expect(new Set(arrived.join(''))).toEqual(new Set('x'))
})

test('what is sent to a client that is leaving is dropped', async () => {
  await using server = await startTestServer()
  const client = await server.open()
  client.send(request('test_subscribe'))
  await expect.poll(() => server.rpc.subscribers).toBe(1)
  client.socket.close()
  for (let count = 0; count < 1000; count++) server.rpc.publish('"late"')
  await expect.poll(() => server.rpc.subscribers).toBe(0)
  expect(server.rpc.internalErrors).toEqual([])
})
