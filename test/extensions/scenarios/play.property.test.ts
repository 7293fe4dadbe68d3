import fc from 'fast-check'
import { expect, test } from 'vitest'
import type {
  MiningMode,
  PreconfDevnet,
  ScenarioDefinition,
  ScenarioStep,
} from '../../../src/index.ts'
import { runs } from '../../support/runs.ts'
import { testDevnet } from '../../support/testDevnet.ts'

const people = ['alice', 'bob', 'carol'] as const
const actors = {
  alice: { mnemonicIndex: 0 },
  bob: { mnemonicIndex: 1 },
  carol: { mnemonicIndex: 2 },
}

const person = fc.constantFrom(...people)
/** Times that fall together with blocks and flashblocks, or do not. */
const pause = fc
  .integer({ min: 0, max: 40 })
  .map((count) => `${count * 100 + (count % 3)}ms` as const)

const send = fc
  .record({ from: person, to: person, value: fc.integer({ min: 0, max: 1000 }) })
  .map((given) => ({ send: given }))

const single = fc.oneof(
  { weight: 3, arbitrary: send },
  person.map((name) => ({ state: { [name]: { balance: '20 ether' } } })),
  fc.constant({ fees: { baseFee: '90 gwei' } }),
  fc.constant({ fees: { gasLimit: 20_000_000 } }),
  person.map((name) => ({ labels: { treasury: name } })),
  fc.integer({ min: 1, max: 3 }).map((mine) => ({ mine })),
  fc.constant({ time: { forward: '7s' } }),
  fc.constantFrom(
    { fault: { kind: 'dropAtSeal', requeue: true } as const },
    { fault: { kind: 'reorderAtSeal', order: 'shuffle' } as const },
    { clearFaults: true as const },
  ),
  fc.constantFrom(
    { cadence: { blockTime: '1s' } },
    { cadence: { flashblockTime: '300ms' } },
    { cadence: { paused: true } },
    { cadence: { paused: false } },
  ),
)

const waiting = fc.oneof(
  fc.constant({}),
  pause.map((after) => ({ after })),
  pause.map((after) => ({ after })),
)

const step: fc.Arbitrary<ScenarioStep> = fc.oneof(
  { weight: 5, arbitrary: fc.tuple(waiting, single).map(([when, what]) => ({ ...when, ...what })) },
  fc
    .tuple(waiting, send, fc.integer({ min: 2, max: 5 }))
    .map(([when, what, times]) => ({ ...when, ...what, every: '700ms' as const, times })),
  waiting.map((when) => ({
    ...when,
    fees: {
      baseFee: { from: '1 gwei', to: '9 gwei', within: '3s' as const, every: '500ms' as const },
    },
  })),
)

/** A course with a checkpoint in its middle, and a step at its end. */
const scenario: fc.Arbitrary<ScenarioDefinition> = fc
  .tuple(
    fc.array(step, { minLength: 1, maxLength: 6 }),
    fc.array(step, { minLength: 1, maxLength: 6 }),
  )
  .map(([first, second]) => ({
    actors,
    steps: [
      ...first,
      { name: 'middle', after: '300ms', checkpoint: 'middle' },
      ...second,
      { name: 'last', after: '1s', labels: { end: 'alice' } },
    ],
  }))

const mode = fc.constantFrom<MiningMode>('flashblocks', 'interval', 'auto', 'manual')

/** Longer than any of the scenarios. */
const longMs = 120_000

interface Outcome {
  readonly status: string | undefined
  readonly head: string
  readonly waiting: readonly string[]
  readonly balances: readonly string[]
  readonly steps: readonly string[]
}

/** Steps as they are done, with their times. */
function follow(devnet: PreconfDevnet): string[] {
  const lines: string[] = []
  devnet.on('scenario', ({ kind, elapsedMs, step }) => {
    if (kind === 'step' || kind === 'failed') lines.push(`${elapsedMs} ${kind} ${step?.index}`)
  })
  return lines
}

async function outcomeOf(devnet: PreconfDevnet, steps: readonly string[]): Promise<Outcome> {
  const request = (method: string, ...params: unknown[]) =>
    devnet.provider.request({ method, params })
  const { hash } = await request('eth_getBlockByNumber', 'latest', false)
  const { pending, queued } = await request('txpool_content')
  const balances = devnet.accounts
    .slice(0, 3)
    .map(({ address }) => request('eth_getBalance', address, 'pending'))
  return {
    status: devnet.scenario?.status,
    head: hash,
    waiting: Object.keys({ ...pending, ...queued }),
    balances: await Promise.all(balances),
    steps,
  }
}

/** What comes of a scenario where `drive` lets it play. */
async function played(
  mining: MiningMode,
  given: ScenarioDefinition,
  drive: (devnet: PreconfDevnet) => Promise<unknown>,
): Promise<Outcome> {
  await using devnet = await testDevnet({ mining })
  const steps = follow(devnet)
  await devnet.play(given)
  await drive(devnet)
  return await outcomeOf(devnet, steps)
}

const atOnce = (devnet: PreconfDevnet) => devnet.clock.advance(longMs)

test('plays come to the same, however the clock is advanced', async () => {
  const spans = fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 1, maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(mode, scenario, spans, async (mining, given, parts) => {
      const inParts = async ({ clock }: PreconfDevnet) => {
        for (const ms of parts) await clock.advance(ms)
        await clock.advance(longMs - parts.reduce((sum, ms) => sum + ms, 0))
      }
      const expected = await played(mining, given, atOnce)
      expect(await played(mining, given, inParts)).toEqual(expected)
    }),
    runs({ seed: 41, numRuns: 40 }),
  )
})

test('a skip to the end comes to the same as the time that it takes', async () => {
  await fc.assert(
    fc.asyncProperty(mode, scenario, async (mining, given) => {
      let elapsedMs = 0
      const skipped = await played(mining, given, async (devnet) => {
        const beganMs = devnet.clock.now()
        await devnet.scenario?.skipTo('middle')
        await devnet.scenario?.skipTo().catch(() => {})
        elapsedMs = devnet.scenario?.elapsedMs ?? 0
        expect(devnet.clock.now()).toBeGreaterThanOrEqual(beganMs)
      })
      expect(await played(mining, given, ({ clock }) => clock.advance(elapsedMs))).toEqual(skipped)
    }),
    runs({ seed: 42, numRuns: 40 }),
  )
})

test('a scenario that was paused goes on as it would have', async () => {
  const moments = fc.array(fc.integer({ min: 1, max: 4000 }), { minLength: 1, maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(scenario, moments, async (given, pauses) => {
      // Without a cadence of its own the chain does not go on meanwhile.
      const calm = { ...given, steps: given.steps?.filter((one) => one.cadence === undefined) }
      const withPauses = async ({ clock, scenario: play }: PreconfDevnet) => {
        for (const ms of pauses) {
          await clock.advance(ms)
          play?.pause()
          const { status, position, elapsedMs } = play ?? {}
          await clock.advance(10_000)
          expect(play).toMatchObject({ status, position, elapsedMs })
          play?.resume()
        }
        await clock.advance(longMs)
      }
      const { steps, status, balances } = await played('auto', calm, withPauses)
      const expected = await played('auto', calm, atOnce)
      expect({ steps, status }).toEqual({ steps: expected.steps, status: expected.status })
      expect(balances).toHaveLength(3)
    }),
    runs({ seed: 43, numRuns: 30 }),
  )
})

test('what was gone back to goes on as before', async () => {
  const late = fc.integer({ min: 0, max: 5000 })
  await fc.assert(
    fc.asyncProperty(mode, scenario, late, async (mining, given, laterMs) => {
      await using devnet = await testDevnet({ mining })
      const steps = follow(devnet)
      const play = await devnet.play(given)
      await play.skipTo('middle')
      await play.skipTo().catch(() => {})
      const endMs = play.elapsedMs
      const expected = await outcomeOf(devnet, [...steps])
      await devnet.clock.advance(laterMs)
      // Those up to the checkpoint stay done.
      steps.length = (given.steps ?? []).findIndex(({ name }) => name === 'middle') + 1
      await play.seek('middle')
      expect(play.status).toBe('playing')
      await devnet.clock.advance(endMs - play.elapsedMs)
      expect(await outcomeOf(devnet, steps)).toEqual(expected)
    }),
    runs({ seed: 44, numRuns: 40 }),
  )
})

test('nothing is left of a scenario that is stopped', async () => {
  const moment = fc.integer({ min: 0, max: 20_000 })
  await fc.assert(
    fc.asyncProperty(mode, scenario, moment, async (mining, given, elapsedMs) => {
      await using devnet = await testDevnet({ mining })
      devnet.faults.inject({ kind: 'missReceipt' })
      const [faults, cadence] = [devnet.faults.list(), devnet.cadence]
      const { gasLimit } = await devnet.provider.request({
        method: 'eth_getBlockByNumber',
        params: ['latest', false],
      })
      const lines = follow(devnet)
      const play = await devnet.play(given)
      await devnet.clock.advance(elapsedMs)
      await play.stop()
      const count = lines.length
      expect(devnet.cadence).toEqual(cadence)
      expect(devnet.faults.list()).toEqual(faults)
      expect(await devnet.provider.request({ method: 'preconf_listCheckpoints' })).toEqual([])
      await devnet.clock.advance(longMs)
      expect(lines).toHaveLength(count)
      await devnet.seal()
      await devnet.seal()
      const head = await devnet.provider.request({
        method: 'eth_getBlockByNumber',
        params: ['latest', false],
      })
      expect(head.gasLimit).toBe(gasLimit)
    }),
    runs({ seed: 45, numRuns: 30 }),
  )
})
