import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Cadence, nextStep, type Progress, takeTurn } from '../../src/mining/turns.ts'

import { runs } from '../support/runs.ts'

const flashblocks: Cadence = { kind: 'flashblocks', flashblockMs: 200, blockMs: 2000 }

function block(startMs: number, ticksOver: number, opened = true): Progress {
  return { startMs, opened, ticksOver }
}

/** All steps of a block that begins at 0, when each is taken at its time. */
function stepsOfBlock(cadence: Cadence): string[] {
  const steps: string[] = []
  let progress = block(0, 0, false)
  while (progress.startMs === 0) {
    const next = nextStep(cadence, progress)
    if (!next) break
    steps.push(`${next.step} ${next.atMs}`)
    progress = takeTurn(cadence, progress, next.atMs).progress
  }
  return steps
}

describe('the steps of a block', () => {
  it('are an opening, a tick each flashblock time, the last one at the seal', () => {
    expect(stepsOfBlock({ kind: 'flashblocks', flashblockMs: 500, blockMs: 2000 })).toEqual([
      'open 0',
      'flashblock 500',
      'flashblock 1000',
      'flashblock 1500',
      'flashblock 2000',
      'seal 2000',
    ])
  })

  it('have the short interval first when the times do not divide', () => {
    expect(stepsOfBlock({ kind: 'flashblocks', flashblockMs: 300, blockMs: 1000 })).toEqual([
      'open 0',
      'flashblock 100',
      'flashblock 400',
      'flashblock 700',
      'flashblock 1000',
      'seal 1000',
    ])
  })

  it('have one tick when the flashblock time is longer than the block time', () => {
    expect(stepsOfBlock({ kind: 'flashblocks', flashblockMs: 3000, blockMs: 1000 })).toEqual([
      'open 0',
      'flashblock 1000',
      'seal 1000',
    ])
  })

  it('have no tick at the opening when a time has a rounding error', () => {
    const blockMs = 0.1 * 3 * 1000
    expect(blockMs).toBeGreaterThan(300)
    expect(stepsOfBlock({ kind: 'flashblocks', flashblockMs: 100, blockMs })).toHaveLength(5)
  })

  it('are only the seal without flashblocks, and none without timers', () => {
    expect(stepsOfBlock({ kind: 'interval', blockMs: 700 })).toEqual(['seal 700'])
    expect(stepsOfBlock({ kind: 'auto' })).toEqual([])
    expect(stepsOfBlock({ kind: 'manual' })).toEqual([])
  })
})

describe('a turn', () => {
  it('takes nothing before its time', () => {
    expect(takeTurn(flashblocks, block(0, 3), 799)).toEqual({
      step: undefined,
      lateMs: 0,
      skippedTicks: 0,
      skippedBlocks: 0,
      progress: block(0, 3),
    })
  })

  it('leaves a step for later that is planned after the given time', () => {
    expect(takeTurn(flashblocks, block(0, 3), 1100, 700)).toMatchObject({
      step: undefined,
      skippedTicks: 1,
      progress: block(0, 4),
    })
  })

  it('takes a step that is late by less than an interval', () => {
    expect(takeTurn(flashblocks, block(0, 3), 999)).toEqual({
      step: 'flashblock',
      lateMs: 199,
      skippedTicks: 0,
      skippedBlocks: 0,
      progress: block(0, 4),
    })
  })

  it('leaves out ticks that are late by a whole interval', () => {
    expect(takeTurn(flashblocks, block(0, 3), 1400)).toEqual({
      step: 'flashblock',
      lateMs: 0,
      skippedTicks: 3,
      skippedBlocks: 0,
      progress: block(0, 7),
    })
  })

  it('seals without the last tick when that is late by a whole interval', () => {
    expect(takeTurn(flashblocks, block(0, 8), 2200)).toEqual({
      step: 'seal',
      lateMs: 200,
      skippedTicks: 2,
      skippedBlocks: 0,
      progress: block(2000, 0, false),
    })
  })

  it('seals an open block however late, and the next block begins on the grid', () => {
    const seal = takeTurn(flashblocks, block(0, 10), 7100)
    expect(seal).toMatchObject({ step: 'seal', lateMs: 5100, skippedBlocks: 0 })
    expect(takeTurn(flashblocks, seal.progress, 7150)).toEqual({
      step: 'open',
      lateMs: 1150,
      skippedTicks: 20,
      skippedBlocks: 2,
      progress: block(6000, 0),
    })
  })

  it('leaves out whole intervals without flashblocks', () => {
    expect(takeTurn({ kind: 'interval', blockMs: 1000 }, block(0, 0, false), 3400)).toMatchObject({
      step: 'seal',
      lateMs: 400,
      skippedBlocks: 2,
      progress: { startMs: 3000 },
    })
  })

  it('property: every tick and block is taken or left out, none twice', () => {
    const times = fc.array(fc.integer({ min: 1, max: 3000 }), { minLength: 1, maxLength: 60 })
    const cadences = fc.record({
      flashblockMs: fc.integer({ min: 1, max: 400 }),
      blockMs: fc.integer({ min: 1, max: 2000 }),
    })
    fc.assert(
      fc.property(cadences, times, ({ flashblockMs, blockMs }, pauses) => {
        const cadence: Cadence = { kind: 'flashblocks', flashblockMs, blockMs }
        const ticksPerBlock = Math.ceil(blockMs / flashblockMs)
        let nowMs = 0
        let progress = block(0, 0, false)
        const counts = { ticks: 0, blocks: 0 }
        for (const pause of pauses) {
          nowMs += pause
          for (;;) {
            const turn = takeTurn(cadence, progress, nowMs)
            progress = turn.progress
            counts.ticks += turn.skippedTicks + (turn.step === 'flashblock' ? 1 : 0)
            counts.blocks += turn.skippedBlocks + (turn.step === 'seal' ? 1 : 0)
            if (turn.step === 'flashblock') expect(turn.lateMs).toBeLessThan(flashblockMs)
            if (turn.step === 'open') expect(turn.lateMs).toBeLessThan(blockMs)
            if (!turn.step) break
          }
        }
        expect(counts.blocks).toBe(Math.floor(nowMs / blockMs))
        expect(progress.startMs).toBe(counts.blocks * blockMs)
        expect(counts.ticks).toBe(counts.blocks * ticksPerBlock + progress.ticksOver)
      }),
      runs({ seed: 200, numRuns: 300 }),
    )
  })
})
