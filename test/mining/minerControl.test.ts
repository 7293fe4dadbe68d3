import { describe, expect, it } from 'vitest'
import type { MinerStep } from '../../src/mining/turns.ts'
import { type Call, flashblocks, stage } from './stage.ts'

describe('control', () => {
  it('start and stop may be called twice', async () => {
    const { clock, miner, times } = stage(flashblocks)
    await Promise.all([miner.start(), miner.start()])
    await clock.advance(400)
    await miner.stop()
    await miner.stop()
    await clock.advance(10_000)
    expect([times('open'), times('flashblock')]).toEqual([[0], [200, 400]])
    await miner.start()
    await clock.advance(200)
    expect([times('open'), times('flashblock')]).toEqual([
      [0, 10_400],
      [200, 400, 10_600],
    ])
    expect(miner.state).toBe('running')
  })

  it('stop waits for a running callback', async () => {
    let release = () => {}
    let ended = false
    const { clock, miner } = stage(flashblocks, async (step) => {
      if (step !== 'flashblock') return
      await new Promise<void>((resolve) => {
        release = resolve
      })
      ended = true
    })
    await miner.start()
    const advanced = clock.advance(200)
    await clock.yield()
    const stopped = miner.stop().then(() => ended)
    release()
    expect(await stopped).toBe(true)
    await advanced
    await clock.advance(5000)
    expect(miner.metrics().ticks).toBe(1)
  })

  it('pause holds the cadence, resume goes on at the same place of the block', async () => {
    const { clock, miner, calls } = stage({ kind: 'flashblocks', flashblockMs: 500, blockMs: 1000 })
    await miner.start()
    await clock.advance(700)
    miner.pause()
    miner.pause()
    expect(miner.state).toBe('paused')
    await clock.advance(100_000)
    miner.resume()
    miner.resume()
    await clock.advance(300)
    expect(calls.map(({ step, atMs }) => `${step} ${atMs}`)).toEqual([
      'open 0',
      'flashblock 500',
      'flashblock 101000',
      'seal 101000',
      'open 101000',
    ])
    expect(miner.metrics()).toMatchObject({ skippedTicks: 0, skippedBlocks: 0 })
  })

  it('pause inside a callback keeps what was to follow for resume', async () => {
    const { clock, miner, calls } = stage(
      { kind: 'flashblocks', flashblockMs: 1000, blockMs: 1000 },
      (step) => {
        if (step === 'flashblock') miner.pause()
      },
    )
    await miner.start()
    await clock.advance(5000)
    expect(calls.map(({ step }) => step)).toEqual(['open', 'flashblock'])
    miner.resume()
    await clock.advance(0)
    expect(calls.map(({ step, atMs }) => `${step} ${atMs}`).slice(2)).toEqual([
      'seal 5000',
      'open 5000',
    ])
  })

  it('another cadence begins a block at once', async () => {
    const { clock, miner, calls } = stage({ kind: 'interval', blockMs: 1000 })
    await miner.start()
    await clock.advance(1700)
    await miner.setCadence({ kind: 'flashblocks', flashblockMs: 100, blockMs: 200 })
    await clock.advance(200)
    await miner.setCadence({ kind: 'manual' })
    await clock.advance(5000)
    await miner.setCadence({ kind: 'interval', blockMs: 50 })
    await clock.advance(60)
    expect(calls.map(({ step, atMs }) => `${step} ${atMs}`)).toEqual([
      'seal 1000',
      'open 1700',
      'flashblock 1800',
      'flashblock 1900',
      'seal 1900',
      'open 1900',
      'seal 6950',
    ])
  })

  it.each<MinerStep>(['open', 'flashblock', 'seal'])(
    'the cadence can change inside %s, and the new one is kept',
    async (during) => {
      let changed = false
      const { clock, miner, calls } = stage(flashblocks, async (step) => {
        if (changed || step !== during) return
        changed = true
        await miner.setCadence({ kind: 'interval', blockMs: 300 })
      })
      await miner.start()
      await clock.advance(2000)
      const from = calls.findIndex(({ step }) => step === during)
      const { atMs } = calls[from] as Call
      await clock.advance(700)
      const seals = calls.slice(from + 1)
      expect(seals.slice(0, 2)).toEqual([
        { step: 'seal', atMs: atMs + 300 },
        { step: 'seal', atMs: atMs + 600 },
      ])
      expect(seals.every(({ step }) => step === 'seal')).toBe(true)
    },
  )

  it('can stop and start inside a callback', async () => {
    let restarted = false
    const { clock, miner, calls } = stage(flashblocks, (step) => {
      if (step !== 'flashblock' || restarted) return
      restarted = true
      void miner.stop()
      void miner.start()
    })
    await miner.start()
    await clock.advance(500)
    expect(calls.map(({ step, atMs }) => `${step} ${atMs}`)).toEqual([
      'open 0',
      'flashblock 200',
      'open 200',
      'flashblock 400',
    ])
  })

  it('counts from a block that was opened from outside', async () => {
    const { clock, miner, times } = stage(flashblocks)
    await miner.start()
    await clock.advance(1950)
    miner.realign()
    await clock.advance(2000)
    expect(times('open')).toEqual([0, 3950])
    expect(times('seal')).toEqual([3950])
    expect(times('flashblock').at(-1)).toBe(3950)
    expect(miner.metrics()).toMatchObject({ ticks: 19, lateTicks: 0, skippedTicks: 0 })
  })
})
