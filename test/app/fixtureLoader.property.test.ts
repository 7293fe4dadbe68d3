import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Fixture, fixture } from '../../src/index.ts'
import type { MiningMode } from '../../src/types/options/options.ts'
import { type Client, client, clientOf } from '../rpc/methods/client.ts'
import { type Deed, deeds, everything, run } from '../support/deeds.ts'
import { runs } from '../support/runs.ts'

type Values = readonly unknown[]

const names = ['base', 'left', 'right', 'both'] as const
type Name = (typeof names)[number]

/** What is done for each, in this order, on a chain that has it alone. */
const orders: Readonly<Record<Name, readonly Name[]>> = {
  base: ['base'],
  left: ['base', 'left'],
  right: ['base', 'right'],
  both: ['base', 'left', 'right', 'both'],
}

type Ways = Readonly<Record<Name, readonly Deed[]>>

function fixturesOf(ways: Ways, ran: Name[]): Readonly<Record<Name, Fixture<Values>>> {
  const make =
    (name: Name) =>
    ({ devnet }: Parameters<Fixture['make']>[0]) => {
      ran.push(name)
      return run(clientOf(devnet), ways[name])
    }
  const base = fixture(make('base'))
  const left = fixture({ needs: { base } }, make('left'))
  const right = fixture({ needs: { base } }, make('right'))
  return { base, left, right, both: fixture({ needs: { left, right } }, make('both')) }
}

/** What the fixture alone makes of a fresh chain. */
async function alone(mining: MiningMode, ways: Ways, name: Name) {
  await using devnet = await client({ mining })
  let value: Values = []
  for (const step of orders[name]) value = await run(devnet, ways[step])
  return { value, all: await everything(devnet, value) }
}

/** Something between two loads, on the chain that is used from then on. */
type Between = (devnet: Client) => Promise<Client>

function between(name: string, step: Between): Between {
  return Object.assign(step, { [fc.toStringMethod]: () => name })
}

const anyBetween: fc.Arbitrary<Between> = fc.oneof(
  {
    arbitrary: deeds.map((some) =>
      between(`deeds ${fc.stringify(some)}`, async (devnet) => {
        await run(devnet, some)
        return devnet
      }),
    ),
    weight: 3,
  },
  fc.constant(between('fork', async (devnet) => clientOf(await devnet.fork()))),
  deeds.map((some) =>
    between(`revert ${fc.stringify(some)}`, async (devnet) => {
      const snapshot = await devnet.snapshot()
      await run(devnet, some)
      await devnet.revert(snapshot)
      return devnet
    }),
  ),
  fc.constant(
    between('reset', async (devnet) => {
      await devnet.reset()
      return devnet
    }),
  ),
)

const scenario = {
  mining: fc.constantFrom<MiningMode>('manual', 'auto'),
  ways: fc.record({ base: deeds, left: deeds, right: deeds, both: deeds }),
  loads: fc.array(fc.tuple(fc.constantFrom(...names), anyBetween), { minLength: 2, maxLength: 6 }),
  after: deeds,
}

it('whatever was done before, a loaded fixture is what it makes of a fresh chain', async () => {
  await fc.assert(
    fc.asyncProperty(fc.record(scenario), async ({ mining, ways, loads, after }) => {
      const ran: Name[] = []
      const fixtures = fixturesOf(ways, ran)
      let devnet = await client({ mining })
      const opened = [devnet]
      const expected = new Map<Name, Awaited<ReturnType<typeof alone>>>()
      for (const [name, step] of loads) {
        const known = expected.get(name) ?? (await alone(mining, ways, name))
        expected.set(name, known)
        const value = await devnet.loadFixture(fixtures[name])
        expect(value).toEqual(known.value)
        expect(await everything(devnet, value)).toEqual(known.all)
        devnet = await step(devnet)
        if (!opened.includes(devnet)) opened.push(devnet)
      }
      const [last] = loads.at(-1) as (typeof loads)[number]
      const value = await devnet.loadFixture(fixtures[last])
      const other = clientOf(await devnet.fork())
      expect(await other.loadFixture(fixtures[last])).toBe(value)
      expect(await run(devnet, after)).toEqual(await run(other, after))
      // Each once, but for the right one, which runs on top of the left one too.
      expect(ran.length - new Set(ran).size).toBeLessThanOrEqual(1)
      await Promise.all([...opened, other].map((each) => each.close()))
    }),
    runs({ seed: 11, numRuns: 25 }),
  )
})
