import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../support/runs.ts'
import { checkByRunning, checkInvariants, checkThatAllRuns } from './faults/invariants.ts'
import { Script } from './faults/script.ts'

test('whatever has gone wrong, what can be read fits together and other nodes come to the same chain', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ minLength: 1 }), async (seed) => {
      await using script = await Script.begin(seed)
      for (let count = 1; count <= 100; count++) {
        await script.step()
        if (count % 20 === 0) await checkInvariants(script)
      }
      await checkThatAllRuns(script)
      await checkInvariants(script)
      await checkByRunning(script)
      expect(script.lines.length).toBeGreaterThan(100)
    }),
    runs({ numRuns: 7, seed: 4, endOnFailure: true }),
  )
})
