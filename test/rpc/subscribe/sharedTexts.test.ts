import { afterEach, expect, it, vi } from 'vitest'
import { everyKind } from '../../support/deliveries.ts'
import { client, deployRecorder, word } from '../methods/client.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

/** How often something is encoded while two flashblocks and a block are told to so many of each kind. */
async function encodings(subscribers: number): Promise<{ encoded: number; pushed: number }> {
  await using devnet = await client({ newHeads: 'flashblocks' })
  const recorder = await deployRecorder(devnet)
  let pushed = 0
  devnet.provider.on('message', () => {
    pushed++
  })
  for (const [kind, ...params] of [...everyKind, ['newPendingTransactions'] as const]) {
    for (let count = 0; count < subscribers; count++) {
      await devnet.ask('eth_subscribe', kind, ...params)
    }
  }
  const stringify = vi.spyOn(JSON, 'stringify')
  for (const value of [1, 2]) {
    await devnet.send({ to: recorder, data: word(value) })
    await devnet.flashblock()
  }
  await devnet.seal()
  const encoded = stringify.mock.calls.length
  stringify.mockRestore()
  return { encoded, pushed }
}

it('encodes what is told once, to however many it is told', async () => {
  const [one, five] = [await encodings(1), await encodings(5)]
  expect(one.encoded).toBeGreaterThan(0)
  expect(five.pushed).toBe(5 * one.pushed)
  expect(five.encoded).toBe(one.encoded)
})
