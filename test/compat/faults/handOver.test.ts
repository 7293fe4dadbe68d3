import { describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import type { PreconfDevnet } from '../../../src/types/devnet.ts'
import { addressOf, faultClientNames, faultClients } from '../../support/faultClients.ts'
import { testDevnet } from '../../support/testDevnet.ts'
import { sendTransfer } from '../../support/transfers.ts'

const networks = ['ethereum', 'worldchain', 'base-flashblocks'] as const

/** The messages of the builder. */
async function builderStream(devnet: PreconfDevnet) {
  const { webSocketUrl } = await devnet.listen({ port: 0 })
  const socket = new WebSocket(`${webSocketUrl}/flashblocks`)
  const messages: { payload_id: string; index: number }[] = []
  socket.on('message', (data) => messages.push(JSON.parse(String(data))))
  await new Promise((resolve) => socket.once('open', resolve))
  return {
    /** All messages so far, once the last of them has come. */
    read: async () => {
      await expect.poll(() => messages.at(-1)?.index).toBe(devnet.metrics().flashblock)
      return messages
    },
    [Symbol.dispose]: () => socket.terminate(),
  }
}

describe.each(faultClientNames)('%s', (name) => {
  test.each(networks)(
    'on %s another builder begins at index 0, without the newest flashblock',
    async (network) => {
      await using devnet = await testDevnet({ network, mining: 'flashblocks' })
      await using client = await faultClients[name](devnet)
      const sees = (hash: `0x${string}`) => client.sees(hash, addressOf(devnet))
      using stream = await builderStream(devnet)
      const first = await sendTransfer(devnet)
      await devnet.clock.advance(200)
      const second = await sendTransfer(devnet, { nonce: 1 })
      await devnet.clock.advance(200)
      expect(await sees(second)).toMatchObject({ receipt: 'pre-confirmed' })
      await client.inject({ kind: 'handOver', lost: 1 })
      await devnet.clock.advance(200)
      expect(await sees(first)).toMatchObject({ receipt: 'pre-confirmed' })
      expect(await sees(second)).toMatchObject({ receipt: 'nowhere', transaction: 'pool' })
      await devnet.clock.advance(200)
      expect(await sees(second)).toMatchObject({ receipt: 'pre-confirmed' })
      const made = await stream.read()
      const ids = [...new Set(made.map(({ payload_id }) => payload_id))]
      expect(made.map(({ payload_id, index }) => [ids.indexOf(payload_id), index])).toEqual([
        [0, 1],
        [0, 2],
        [1, 0],
        [1, 1],
        [1, 2],
      ])
      await devnet.clock.advance(2_000)
      expect(await sees(first)).toMatchObject({ receipt: 'sealed' })
      expect(await sees(second)).toMatchObject({ receipt: 'sealed' })
    },
  )
})

test('it happens in the middle of a block alone, and is refused where there are no flashblocks', async () => {
  await using devnet = await testDevnet()
  const id = devnet.faults.inject({ kind: 'handOver' })
  await devnet.flashblock()
  await devnet.seal()
  expect(devnet.faults.list()).toMatchObject([{ id, applied: 0 }])
  await devnet.flashblock()
  expect((await devnet.flashblock()).index).toBe(0)
  await using monad = await testDevnet({ network: 'monad' })
  expect(() => monad.faults.inject({ kind: 'handOver' })).toThrow(
    'no fault of kind handOver here: the network has no flashblocks; monad seals a block every 300 ms',
  )
})
