import fc from 'fast-check'
import { expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { rpc } from '../../support/rpc.ts'
import { runs } from '../../support/runs.ts'
import { testDevnet } from '../../support/testDevnet.ts'
import { connectRaw } from '../../support/testServer.ts'

const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId' })

/** The status that a POST to a target is answered, sent as it stands. */
async function statusOf(port: number, target: string): Promise<number> {
  const connection = await connectRaw(port)
  const head = [`POST ${target} HTTP/1.1`, 'Host: localhost', 'Connection: close']
  connection.write(`${head.join('\r\n')}\r\nContent-Length: ${body.length}\r\n\r\n${body}`)
  const answer = await connection.ended
  return Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1])
}

it('targets of any kind are answered, and chains are made for ids only', async () => {
  await using devnet = await testDevnet()
  const { port, url } = await devnet.listen({ port: 0, maxChains: 5 })
  const segment = fc.oneof(
    fc.constantFrom('..', '.', '%2e%2e', '%2F', '__proto__', 'constructor', 'a'.repeat(64), '1'),
    fc.constantFrom('public', 'start', 'stop', 'release', 'metrics', 'flashblocks', 'rpc', ''),
    fc.webSegment({ size: 'medium' }),
  )
  const targets = fc.array(segment, { maxLength: 4 }).map((segments) => `/${segments.join('/')}`)
  await fc.assert(
    fc.asyncProperty(targets, async (target) => {
      // A chain that is started already, or has no room, is refused as prool does.
      const refused = /^\/\w+\/start$/.test(target) ? [400] : []
      expect([200, 404, 405, 503, ...refused]).toContain(await statusOf(port, target))
      expect(devnet.metrics().chains.open).toBeLessThanOrEqual(5)
    }),
    runs({ seed: 6, numRuns: 150 }),
  )
  expect(await rpc(url, 'eth_chainId')).toBe('0x7a69')
})

it.each([
  ['a path that is no id', '/a.b', 404],
  ['an id when there is no room', '/2', 503],
])('a WebSocket at %s is refused', async (_what, path, status) => {
  await using devnet = await testDevnet()
  const { url, webSocketUrl } = await devnet.listen({ port: 0, maxChains: 1 })
  await rpc(`${url}/1`, 'eth_chainId')
  const socket = new WebSocket(`${webSocketUrl}${path}`)
  const refusal = await new Promise<Error>((resolve) => socket.once('error', resolve))
  expect(refusal.message).toBe(`Unexpected server response: ${status}`)
})

it('clients that leave while their chain is made leave it unused', async () => {
  await using devnet = await testDevnet()
  const { port } = await devnet.listen({ port: 0, chainIdleTime: '60s' })
  for (let id = 0; id < 10; id++) {
    const connection = await connectRaw(port)
    connection.write(
      `GET /${id} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n`,
    )
    connection.socket.resetAndDestroy()
    await connection.ended
  }
  // The last of them may not be read yet.
  await expect
    .poll(async () => {
      await devnet.clock.advance(60_000)
      return devnet.metrics().chains.open
    })
    .toBe(0)
  expect(devnet.metrics().connections.webSocket).toBe(0)
})

it('a GET makes no chain', async () => {
  await using devnet = await testDevnet()
  const { url } = await devnet.listen({ port: 0 })
  for (const path of ['/1', '/1/public', '/1/flashblocks', '/health']) await fetch(`${url}${path}`)
  expect(devnet.metrics().chains.made).toBe(0)
})
