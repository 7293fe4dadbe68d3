import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fixture } from '../../src/index.ts'
import { client, clientOf } from '../rpc/methods/client.ts'
import { deeds, everything, quietDeed, run } from '../support/deeds.ts'

let cache: string

beforeAll(async () => {
  cache = await mkdtemp(join(tmpdir(), 'preconf-cache-'))
})

afterAll(() => rm(cache, { recursive: true }))

const scenario = {
  mining: fc.constantFrom('manual' as const, 'auto' as const, 'flashblocks' as const),
  pruneHistory: fc.constantFrom(undefined, 1),
  before: deeds,
  ending: fc.array(quietDeed, { maxLength: 4 }),
  armed: fc.boolean(),
  after: deeds,
}

it('a second start finds all as the first one left it, and goes on in the same way', {
  timeout: 120_000,
}, async () => {
  let count = 0
  await fc.assert(
    fc.asyncProperty(fc.record(scenario), async (given) => {
      const { mining, pruneHistory, before, ending, armed, after } = given
      const inputs = ++count
      let runs = 0
      const left = fixture({ inputs }, async (use) => {
        runs++
        const devnet = clientOf(use.devnet)
        const made = await run(devnet, before)
        await devnet.ask('anvil_dropAllTransactions')
        await devnet.seal()
        await devnet.ask('anvil_dropAllTransactions')
        // No fault keeps back what is published of the open block.
        await devnet.ask('preconf_clearFaults')
        const last = await run(devnet, ending)
        if (armed) await devnet.ask('preconf_setFault', { kind: 'reorderAtSeal', order: 'shuffle' })
        return [...made, ...last]
      })
      const options = { mining, pruneHistory, cache }
      await using first = await client(options)
      await using second = await client(options)
      const value = await first.loadFixture(left)
      expect(await second.loadFixture(left)).toEqual(value)
      expect(runs).toBe(1)
      expect(await everything(second, value)).toEqual(await everything(first, value))
      const made = await run(first, after)
      expect(await run(second, after)).toEqual(made)
      const all = [...value, ...made]
      expect(await everything(second, all)).toEqual(await everything(first, all))
    }),
    { seed: 11, numRuns: 40 },
  )
})
