import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Clock, createClock } from '../../src/clock/clock.ts'
import { Miner } from '../../src/mining/miner.ts'
import { type Cadence, InvalidCadenceError, type MinerStep } from '../../src/mining/turns.ts'

import { runs } from '../support/runs.ts'
import { flashblocks, stage, timesOf } from './stage.ts'

describe('cadences', () => {
  it('flashblocks: opens at once, ticks, seals after the last tick, and begins again', async () => {
    const { clock, miner, calls } = stage({ kind: 'flashblocks', flashblockMs: 500, blockMs: 1000 })
    await miner.start()
    await clock.advance(1500)
    expect(calls.map(({ step, atMs }) => `${step} ${atMs}`)).toEqual([
      'open 0',
      'flashblock 500',
      'flashblock 1000',
      'seal 1000',
      'open 1000',
      'flashblock 1500',
    ])
  })

  it('flashblocks: ten minutes of ticks have the exact distance', async () => {
    const { clock, miner, times } = stage({ kind: 'flashblocks', flashblockMs: 250, blockMs: 1000 })
    await miner.start()
    await clock.advance(600_000)
    expect(times('flashblock')).toEqual(Array.from({ length: 2400 }, (_, k) => (k + 1) * 250))
    expect(times('seal')).toEqual(Array.from({ length: 600 }, (_, k) => (k + 1) * 1000))
  })

  it('interval: seals at its distance and does nothing else', async () => {
    const { clock, miner, calls } = stage({ kind: 'interval', blockMs: 700 })
    await miner.start()
    await clock.advance(2200)
    expect(calls).toEqual([700, 1400, 2100].map((atMs) => ({ step: 'seal', atMs })))
  })

  it.each<Cadence>([{ kind: 'auto' }, { kind: 'manual' }])('%o: never calls', async (cadence) => {
    const { clock, miner, calls } = stage(cadence)
    await miner.start()
    await clock.advance(100_000)
    expect(calls).toEqual([])
  })

  it('refuses times that cannot be kept', async () => {
    expect(() => stage({ kind: 'interval', blockMs: 0 })).toThrow(InvalidCadenceError)
    const { miner } = stage(flashblocks)
    await expect(miner.setCadence({ kind: 'interval', blockMs: -5 })).rejects.toThrow(
      InvalidCadenceError,
    )
    expect(miner.cadence).toEqual(flashblocks)
  })
})

describe('late turns', () => {
  it('leaves out the ticks that a slow flashblock covered, without a burst', async () => {
    let slow = true
    const { clock, miner, times } = stage(flashblocks, async (step) => {
      if (step !== 'flashblock' || !slow) return
      slow = false
      await clock.advance(850)
    })
    await miner.start()
    await clock.advance(2000)
    expect(times('flashblock')).toEqual([200, 1050, 1200, 1400, 1600, 1800, 2000])
    expect(miner.metrics()).toMatchObject({ ticks: 7, lateTicks: 1, skippedTicks: 3, blocks: 1 })
  })

  it('counts from the planned start after a slow seal', async () => {
    const { clock, miner, calls } = stage(flashblocks, async (step) => {
      if (step === 'seal') await clock.advance(330)
    })
    await miner.start()
    await clock.advance(2000)
    await clock.advance(270)
    expect(calls.slice(10).map(({ step, atMs }) => `${step} ${atMs}`)).toEqual([
      'flashblock 2000',
      'seal 2000',
      'open 2330',
      'flashblock 2330',
      'flashblock 2400',
      'flashblock 2600',
    ])
    await clock.advance(1400)
    expect(timesOf(calls, 'seal')).toEqual([2000, 4000])
  })

  it('makes no burst of blocks after a very slow seal', async () => {
    let slow = true
    const { clock, miner, times } = stage(flashblocks, async (step) => {
      if (step !== 'seal' || !slow) return
      slow = false
      await clock.advance(7100)
    })
    await miner.start()
    await clock.advance(2000)
    await clock.advance(3000)
    expect(times('seal')).toEqual([2000, 10_000, 12_000])
    expect(times('open')).toEqual([0, 9100, 10_000, 12_000])
    expect(miner.metrics()).toMatchObject({ blocks: 3, skippedBlocks: 3, skippedTicks: 34 })
  })

  it('property: whatever callbacks take, turns stay on the grid and never come in bursts', async () => {
    const cadences = fc.record({
      flashblockMs: fc.integer({ min: 5, max: 300 }),
      ticks: fc.integer({ min: 1, max: 8 }),
    })
    const durations = fc.array(fc.integer({ min: 0, max: 900 }), { minLength: 1, maxLength: 40 })
    await fc.assert(
      fc.asyncProperty(cadences, durations, async ({ flashblockMs, ticks }, tookMs) => {
        const blockMs = flashblockMs * ticks
        let count = 0
        const { clock, miner, times, calls } = stage(
          { kind: 'flashblocks', flashblockMs, blockMs },
          () => clock.advance(tookMs[count++ % tookMs.length] as number),
        )
        await miner.start()
        await clock.advance(blockMs * 6)
        // The clock may stand in the middle of a late turn: let the miner catch up.
        await clock.advance(0)

        const slots = times('flashblock').map((atMs) => Math.floor(atMs / flashblockMs))
        expect(new Set(slots).size).toBe(slots.length)
        const seals = times('seal').map((atMs) => Math.floor(atMs / blockMs))
        expect(new Set(seals).size).toBe(seals.length)
        const opens = times('open').map((atMs) => Math.floor(atMs / blockMs))
        expect(new Set(opens).size).toBe(opens.length)
        const { latenessMs, errors } = miner.metrics()
        expect(latenessMs.flashblock.max).toBeLessThan(flashblockMs)
        expect(errors).toBe(0)
        // A block is sealed once, and nothing happens between its seal and the next opening.
        const order = calls.filter(({ step }) => step !== 'flashblock').map(({ step }) => step)
        expect(order).toEqual(order.map((_, index) => (index % 2 === 0 ? 'open' : 'seal')))
      }),
      runs({ seed: 2000, numRuns: 150 }),
    )
  })

  it('property: with callbacks shorter than a tick no tick is late and the mean is exact', async () => {
    const cadence = fc.record({
      flashblockMs: fc.integer({ min: 10, max: 300 }),
      ticks: fc.integer({ min: 1, max: 10 }),
    })
    // Last flashblock, seal and opening share the time till the next tick.
    const share = fc.double({ min: 0, max: 0.33, noNaN: true })
    const shares = fc.array(share, { minLength: 1, maxLength: 40 })
    await fc.assert(
      fc.asyncProperty(cadence, shares, async ({ flashblockMs, ticks }, parts) => {
        const blockMs = flashblockMs * ticks
        let count = 0
        const { clock, miner, times } = stage({ kind: 'flashblocks', flashblockMs, blockMs }, () =>
          clock.advance(Math.floor((parts[count++ % parts.length] as number) * flashblockMs)),
        )
        await miner.start()
        await clock.advance(blockMs * 5)
        expect(times('flashblock')).toEqual(
          Array.from({ length: ticks * 5 }, (_, k) => (k + 1) * flashblockMs),
        )
        expect(miner.metrics()).toMatchObject({
          ticks: ticks * 5,
          lateTicks: 0,
          skippedTicks: 0,
          skippedBlocks: 0,
        })
      }),
      runs({ seed: 20_000, numRuns: 100 }),
    )
  })
})

describe('errors and metrics', () => {
  it('goes on after a callback that throws, even when the report throws too', async () => {
    const clock: Clock = createClock({ mode: 'manual' })
    const reported: string[] = []
    const fail = (step: MinerStep) => async () => {
      throw new Error(`broken ${step}`)
    }
    const miner = new Miner(
      clock,
      { kind: 'flashblocks', flashblockMs: 100, blockMs: 100 },
      {
        open: fail('open'),
        flashblock: fail('flashblock'),
        seal: fail('seal'),
        onError: (error, step) => {
          reported.push(`${step}: ${(error as Error).message}`)
          throw error
        },
      },
    )
    await miner.start()
    await clock.advance(200)
    const round = ['flashblock: broken flashblock', 'seal: broken seal', 'open: broken open']
    expect(reported).toEqual(['open: broken open', ...round, ...round])
    expect(miner.metrics()).toMatchObject({ errors: 7, ticks: 2, blocks: 2 })
  })

  it('says what took place, how late and how long, as a plain value', async () => {
    const { clock, miner } = stage(flashblocks, async (step) => {
      await clock.advance({ open: 1, flashblock: 30, seal: 200 }[step])
    })
    await miner.start()
    await clock.advance(2000)
    await clock.advance(0)
    expect(structuredClone(miner.metrics())).toEqual({
      ticks: 11,
      lateTicks: 1,
      skippedTicks: 0,
      blocks: 1,
      skippedBlocks: 0,
      errors: 0,
      latenessMs: {
        open: { count: 2, mean: 115, max: 230 },
        flashblock: { count: 11, mean: 31 / 11, max: 31 },
        seal: { count: 1, mean: 30, max: 30 },
      },
      durationMs: {
        open: { count: 2, mean: 1, max: 1 },
        flashblock: { count: 11, mean: 30, max: 30 },
        seal: { count: 1, mean: 200, max: 200 },
      },
    })
  })

  it('is the same in equal runs', async () => {
    const runs = [1, 2].map(async () => {
      const { clock, miner, calls } = stage(flashblocks, (step) =>
        clock.advance(step === 'seal' ? 333 : 70),
      )
      await miner.start()
      await clock.advance(30_000)
      return { calls, metrics: miner.metrics() }
    })
    const [first, second] = await Promise.all(runs)
    expect(first).toEqual(second)
  })
})
