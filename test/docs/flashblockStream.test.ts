import { createDevnet } from 'preconf'
import { expect, test } from 'vitest'
import { WebSocket } from 'ws'

const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

test('an indexer follows the builder', async () => {
  await using devnet = await createDevnet({ mining: 'manual' })
  const { webSocketUrl } = await devnet.listen({ port: 0 })
  const socket = new WebSocket(`${webSocketUrl}/flashblocks`)
  const messages: { index: number; diff: { transactions: string[] } }[] = []
  socket.on('message', (text) => messages.push(JSON.parse(String(text))))
  await new Promise((resolve) => socket.once('open', resolve))

  const transfer = { from: alice, to: alice }
  await devnet.provider.request({ method: 'eth_sendTransaction', params: [transfer] })
  await devnet.flashblock()
  await expect.poll(() => messages).toHaveLength(2)

  expect(messages[0]).toMatchObject({ index: 0, base: { block_number: '0x1' } })
  expect(messages[1]).not.toHaveProperty('base')
  expect(messages[1]?.diff.transactions).toHaveLength(1)
  socket.close()
})
