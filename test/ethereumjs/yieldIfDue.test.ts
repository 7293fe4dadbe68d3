import { describe, expect, it } from 'vitest'
import {
  createBreath,
  createLook,
  ExecutionTimeout,
  jumpDestination,
} from '../../src/ethereumjs/yieldIfDue.ts'

/** A clock that is moved by hand and counts the turns of others. */
function handClock() {
  const clock = {
    nowMs: 0,
    looks: 0,
    turns: 0,
    realMs: () => {
      clock.looks++
      return clock.nowMs
    },
    yield: async () => {
      clock.turns++
    },
  }
  return clock
}

describe('createBreath', () => {
  it('looks at the clock in one of 64 steps', () => {
    const clock = handClock()
    const breath = createBreath(createLook({ clock, deadlineMs: undefined }))
    for (let step = 0; step < 640; step++) breath()
    expect(clock.looks).toBe(10)
  })

  it('gives others their turn after a stretch, and not more often', async () => {
    const clock = handClock()
    const breath = createBreath(createLook({ clock, deadlineMs: undefined }))
    for (let look = 0; look < 20; look++) {
      clock.nowMs += 5
      for (let step = 0; step < 64; step++) await breath()
    }
    expect(clock.turns).toBe(10)
  })

  it('ends an execution whose time is over', () => {
    const clock = handClock()
    const breather = { clock, deadlineMs: 100 as number | undefined }
    const breath = createBreath(createLook(breather))
    const look = () => {
      for (let step = 0; step < 64; step++) breath()
    }
    clock.nowMs = 100
    expect(look).not.toThrow()
    clock.nowMs = 101
    expect(look).toThrow(ExecutionTimeout)
    breather.deadlineMs = undefined
    expect(look).not.toThrow()
  })
})

describe('jumpDestination', () => {
  it('is JUMPDEST for one gas', () => {
    const breath = () => undefined
    expect(jumpDestination(breath)).toEqual({
      opcode: 0x5b,
      opcodeName: 'JUMPDEST',
      baseFee: 1,
      logicFunction: breath,
    })
  })
})
