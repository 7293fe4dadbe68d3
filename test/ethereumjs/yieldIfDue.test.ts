import { describe, expect, it } from 'vitest'
import {
  createYieldIfDue,
  ExecutionTimeout,
  everyFewSteps,
  jumpDestination,
} from '../../src/ethereumjs/yieldIfDue.ts'

/** A clock that is moved by hand and counts the turns of others. */
function handClock() {
  const clock = {
    nowMs: 0,
    reads: 0,
    turns: 0,
    realMs: () => {
      clock.reads++
      return clock.nowMs
    },
    yield: async () => {
      clock.turns++
    },
  }
  return clock
}

describe('everyFewSteps', () => {
  it('reads the clock in one of 64 steps', () => {
    const clock = handClock()
    const yieldIfDue = everyFewSteps(createYieldIfDue({ clock, deadlineMs: undefined }))
    clock.reads = 0
    for (let step = 0; step < 640; step++) yieldIfDue()
    expect(clock.reads).toBe(10)
  })

  it('gives others their turn after a stretch, and not more often', async () => {
    const clock = handClock()
    const yieldIfDue = everyFewSteps(createYieldIfDue({ clock, deadlineMs: undefined }))
    for (let turn = 0; turn < 20; turn++) {
      clock.nowMs += 2.5
      for (let step = 0; step < 64; step++) await yieldIfDue()
    }
    expect(clock.turns).toBe(10)
  })

  it('ends an execution whose time is over', () => {
    const clock = handClock()
    const timing = { clock, deadlineMs: 100 as number | undefined }
    const yieldIfDue = everyFewSteps(createYieldIfDue(timing))
    const run = () => {
      for (let step = 0; step < 64; step++) yieldIfDue()
    }
    clock.nowMs = 100
    expect(run).not.toThrow()
    clock.nowMs = 101
    expect(run).toThrow(ExecutionTimeout)
    timing.deadlineMs = undefined
    expect(run).not.toThrow()
  })
})

describe('jumpDestination', () => {
  it('is JUMPDEST for one gas', () => {
    const yieldIfDue = () => undefined
    expect(jumpDestination(yieldIfDue)).toEqual({
      opcode: 0x5b,
      opcodeName: 'JUMPDEST',
      baseFee: 1,
      logicFunction: yieldIfDue,
    })
  })
})
