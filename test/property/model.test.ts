import fc from 'fast-check'
import { test } from 'vitest'
import { limitMs, runs } from '../support/runs.ts'
import { checkByRunning, checkThatAllRuns } from './faults/invariants.ts'
import { commands } from './model/commands.ts'
import { World } from './model/world.ts'

test(
  'after each command all that can be read fits together and with what was told',
  async () => {
    await fc.assert(
      fc.asyncProperty(commands(60), async (all) => {
        await using world = await World.begin()
        await fc.asyncModelRun(() => ({ model: {}, real: world }), all)
        await checkThatAllRuns(world)
        await world.check()
        await checkByRunning(world)
      }),
      runs({ numRuns: 60, seed: 5 }),
    )
  },
  limitMs(120_000),
)
