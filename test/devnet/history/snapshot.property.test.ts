import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Hex } from '../../../src/lib/hex.ts'
import { client } from '../../rpc/methods/client.ts'
import { deeds, everything, run } from '../../support/deeds.ts'
import { runs } from '../../support/runs.ts'

const scenario = {
  mining: fc.constantFrom('manual' as const, 'auto' as const),
  before: deeds,
  detour: deeds,
  after: deeds,
}

it('a revert leaves nothing of what was done since the snapshot', async () => {
  await fc.assert(
    fc.asyncProperty(fc.record(scenario), async ({ mining, before, detour, after }) => {
      await using devnet = await client({ mining })
      await using copy = await client({ mining })
      const made = await run(devnet, before)
      expect(await run(copy, before)).toEqual(made)
      const snapshot = await devnet.snapshot()
      await run(devnet, detour)
      expect(await devnet.revert(snapshot)).toBe(true)
      expect(await everything(devnet, made)).toEqual(await everything(copy, made))
      const more = await run(devnet, after)
      expect(await run(copy, after)).toEqual(more)
      const all = [...made, ...more]
      expect(await everything(devnet, all)).toEqual(await everything(copy, all))
    }),
    runs({ seed: 11, numRuns: 60 }),
  )
})

it('checkpoints are as they were whenever they are gone back to, in any order', async () => {
  const visits = fc.array(fc.record({ checkpoint: fc.nat({ max: 2 }), detour: deeds }), {
    minLength: 1,
    maxLength: 4,
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(deeds, { minLength: 3, maxLength: 3 }),
      visits,
      async (ways, visited) => {
        await using devnet = await client()
        const checkpoints: { id: Hex; expected: unknown }[] = []
        for (const way of ways) {
          await run(devnet, way)
          checkpoints.push({ id: await devnet.checkpoint(), expected: await everything(devnet) })
        }
        for (const { checkpoint, detour } of visited) {
          const { id, expected } = checkpoints[checkpoint] as (typeof checkpoints)[number]
          expect(await devnet.restore(id)).toBe(true)
          expect(await everything(devnet)).toEqual(expected)
          await run(devnet, detour)
        }
      },
    ),
    runs({ seed: 11, numRuns: 30 }),
  )
})
