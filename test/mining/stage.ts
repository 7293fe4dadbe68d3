import { expect } from 'vitest'
import { createClock } from '../../src/clock/clock.ts'
import { Miner } from '../../src/mining/miner.ts'
import type { Cadence, MinerStep } from '../../src/mining/turns.ts'

export interface Call {
  readonly step: MinerStep
  readonly atMs: number
}

/** A miner on a manual clock that writes down its calls; `during` is what each callback does. */
export function stage(
  cadence: Cadence,
  during: (step: MinerStep) => void | Promise<void> = () => {},
) {
  const clock = createClock({ mode: 'manual' })
  const calls: Call[] = []
  const errors: unknown[] = []
  let running = 0
  const callback = (step: MinerStep) => async () => {
    calls.push({ step, atMs: clock.elapsed() })
    running++
    expect(running).toBe(1)
    try {
      await during(step)
    } finally {
      running--
    }
  }
  const miner = new Miner(clock, cadence, {
    open: callback('open'),
    flashblock: callback('flashblock'),
    seal: callback('seal'),
    onError: (error) => {
      errors.push(error)
    },
  })
  return { clock, miner, calls, errors, times: (step: MinerStep) => timesOf(calls, step) }
}

export function timesOf(calls: readonly Call[], step: MinerStep): number[] {
  return calls.filter((call) => call.step === step).map(({ atMs }) => atMs)
}

export const flashblocks: Cadence = { kind: 'flashblocks', flashblockMs: 200, blockMs: 2000 }
