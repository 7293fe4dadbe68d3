import { expect, test } from 'vitest'
import WebSocket from 'ws'
import type { DevnetOptions } from '../../../src/types/options/options.ts'
import { subscriber } from '../../support/subscriber.ts'
import { testDevnet } from '../../support/testDevnet.ts'

test('a lost message is missing for its subscriber alone', async () => {
  await using devnet = await testDevnet()
  using one = await subscriber(devnet)
  using other = await subscriber(devnet)
  for (const { subscribe } of [one, other]) await subscribe('newHeads')
  await one.subscribe('newFlashblocks')
  const connection = await one.request<string>('preconf_connection')
  devnet.faults.inject({ kind: 'loseMessage', subscription: 'newHeads', connection })
  for (let count = 0; count < 3; count++) await devnet.seal()
  for (const { settled } of [one, other]) await settled()
  const heads = ({ pushes }: typeof one) =>
    pushes.filter(({ kind }) => kind === 'newHeads').map(({ result }) => Number(result.number))
  expect(heads(one)).toEqual([2, 3])
  expect(heads(other)).toEqual([1, 2, 3])
  expect(one.pushes.filter(({ kind }) => kind === 'newFlashblocks')).toHaveLength(3)
})

/** How a WebSocket that follows the heads is closed while two blocks are sealed, and the numbers that it gets. */
async function closing(options: DevnetOptions, fault: { code?: number; reason?: string } = {}) {
  await using devnet = await testDevnet(options)
  const { webSocketUrl } = await devnet.listen({ port: 0 })
  const socket = new WebSocket(webSocketUrl)
  await new Promise((resolve) => socket.once('open', resolve))
  const messages: { method?: string }[] = []
  const answered = new Promise((resolve) => socket.once('message', resolve))
  socket.send('{"jsonrpc":"2.0","id":1,"method":"eth_subscribe","params":["newHeads"]}')
  await answered
  socket.on('message', (data) => messages.push(JSON.parse(String(data))))
  const closed = new Promise<string>((resolve) =>
    socket.once('close', (code, reason) => resolve(`${code} ${reason}`)),
  )
  devnet.faults.inject({ kind: 'closeSocket', subscription: 'newHeads', ...fault })
  await devnet.seal()
  await devnet.seal()
  const words = await closed
  expect(messages).toEqual([])
  expect(devnet.metrics().subscriptions).toBe(0)
  return words
}

test('a socket is closed with the words of the network, chosen by the seed', async () => {
  const monad = (seed: string) => closing({ network: 'monad', seed })
  const words = await Promise.all(['1', '2', '3', '4', '5', '6'].map(monad))
  expect(new Set(words)).toEqual(
    new Set(['1011 websocket server gapped', '1011 ws server lagging, please try again later']),
  )
  expect(await monad('1')).toBe(words[0])
})

test('without words of the network it is an error of the server, or what the fault says', async () => {
  expect(await closing({})).toBe('1011 injected fault')
  expect(await closing({}, { code: 4001, reason: 'resync' })).toBe('4001 resync')
})

test('the provider in process loses its subscriptions and is connected again', async () => {
  await using devnet = await testDevnet()
  const events: string[] = []
  devnet.provider.on('disconnect', ({ message }) => events.push(message))
  devnet.provider.on('connect', () => events.push('connected'))
  devnet.provider.on('message', () => events.push('message'))
  await devnet.provider.request({ method: 'eth_subscribe', params: ['newHeads'] })
  devnet.faults.inject({ kind: 'closeSocket' })
  await devnet.seal()
  await devnet.seal()
  expect(events).toEqual(['closed with 1011: injected fault', 'connected'])
})
