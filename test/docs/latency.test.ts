import { createDevnet } from 'preconf'
import { createPublicClient, custom } from 'viem'
import { expect, test } from 'vitest'

test('an answer comes late', async () => {
  await using devnet = await createDevnet({ clock: 'manual' })
  const client = createPublicClient({ transport: custom(devnet.provider) })
  devnet.faults.inject({ kind: 'latency', ms: 700, method: 'eth_blockNumber' })

  let answered = false
  const number = client.getBlockNumber().finally(() => {
    answered = true
  })
  await expect.poll(() => devnet.faults.list()).toMatchObject([{ applied: 1 }])
  await devnet.clock.advance(699)
  expect(await client.getChainId()).toBe(31337) // no other method is late
  expect(answered).toBe(false)

  await devnet.clock.advance(1)
  expect(await number).toBe(0n)
})
