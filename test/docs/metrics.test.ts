import { createDevnet } from 'preconf'
import { expect, test } from 'vitest'

test('what the chain has done, in numbers', async () => {
  await using devnet = await createDevnet({ clock: 'manual' })
  await devnet.clock.advance(4100)

  const { head, flashblock, cadence, pool } = devnet.metrics()
  expect({ head, flashblock, cadence, pool }).toEqual({
    head: 2n,
    flashblock: 0,
    cadence: {
      ticks: 20,
      lateTicks: 0,
      skippedTicks: 0,
      blocks: 2,
      skippedBlocks: 0,
      errors: 0,
    },
    pool: { pending: 0, queued: 0 },
  })

  const { url } = await devnet.listen({ port: 0 })
  const text = await (await fetch(`${url}/metrics`)).text()
  expect(text).toContain('preconf_head_number 2\n')
})
