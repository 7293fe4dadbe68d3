import { expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { client, missingArgument } from '../client.ts'

it('ends a subscription, and no other', async () => {
  await using devnet = await client()
  const [first, second] = [
    await devnet.ask('eth_subscribe', 'newHeads'),
    await devnet.ask('eth_subscribe', 'newHeads'),
  ]
  const pushed: string[] = []
  devnet.provider.on('message', ({ data }) => pushed.push(data.subscription))
  expect(await devnet.ask('eth_unsubscribe', first)).toBe(true)
  await devnet.seal()
  expect(pushed).toEqual([second])
})

it('refuses what is not subscribed to', async () => {
  await using devnet = await client()
  const notFound = { code: -32000, message: 'subscription not found' }
  const id = await devnet.ask('eth_subscribe', 'newHeads')
  await devnet.ask('eth_unsubscribe', id)
  expect(await devnet.refusal('eth_unsubscribe', id)).toEqual(notFound)
  expect(await devnet.refusal('eth_unsubscribe', '0x1')).toEqual(notFound)
  expect(await devnet.refusal('eth_unsubscribe')).toEqual(missingArgument(0))
})

it('does not end the subscription of another connection', async () => {
  await using devnet = await client()
  const id = await devnet.ask('eth_subscribe', 'newHeads')
  const { webSocketUrl } = await devnet.listen({ port: 0 })
  const socket = new WebSocket(webSocketUrl)
  const answer = new Promise((resolve) => {
    socket.on('message', (data) => resolve(JSON.parse(String(data))))
  })
  socket.on('open', () =>
    socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_unsubscribe', params: [id] })),
  )
  expect(await answer).toMatchObject({ error: { message: 'subscription not found' } })
  socket.close()
  expect(await devnet.ask('eth_unsubscribe', id)).toBe(true)
})
