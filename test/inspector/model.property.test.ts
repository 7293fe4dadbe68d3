import fc from 'fast-check'
import { expect, it } from 'vitest'
import { follow, type Model } from '../../src/inspector/model.ts'
import type { Message } from '../../src/inspector/wire.ts'
import { setImmediate } from '../../src/lib/realTimers.ts'
import { type Client, client, listen } from '../rpc/methods/client.ts'
import { deeds, run } from '../support/deeds.ts'
import { runs } from '../support/runs.ts'

it('a snapshot with the events after it is the later snapshot', async () => {
  const modes = fc.constantFrom('flashblocks', 'interval', 'auto', 'manual' as const)
  await fc.assert(
    fc.asyncProperty(modes, deeds, deeds, async (mining, before, after) => {
      await using devnet = await client({ mining })
      const first = await listen(devnet, 'inspector')
      await run(devnet, before)
      const checkpoint = await devnet.checkpoint()
      await run(devnet, after)
      await expectSame(devnet, first)
      devnet.pause()
      await devnet.restore(checkpoint)
      await expectSame(devnet, first)
    }),
    runs({ seed: 21, numRuns: 60 }),
  )
})

async function expectSame(devnet: Client, { results }: { results: Message[] }): Promise<void> {
  const later = await listen(devnet, 'inspector')
  await settled()
  const model = modelOf(results)
  const [snapshot] = later.results
  const { blocks, pending, status } = snapshot
  expect({ blocks: model.blocks, pending: model.pending, status: model.status }).toEqual({
    blocks,
    pending,
    status,
  })
}

function modelOf(messages: readonly Message[]): Model {
  let model: Model | undefined
  for (const message of messages) model = follow(model, message)
  return model as Model
}

/** What is told once a turn has been told. */
async function settled(): Promise<void> {
  for (let turns = 0; turns < 4; turns++) await new Promise((resolve) => setImmediate(resolve))
}
