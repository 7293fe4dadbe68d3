import { describe, expect, it } from 'vitest'
import { ExecutionTimeout } from '../../src/ethereumjs/yieldIfDue.ts'
import { startTimeLimit } from '../../src/execution/sandbox.ts'

/** A clock that is moved by hand and counts how often others got their turn. */
function handClock() {
  const clock = {
    nowMs: 100,
    turns: 0,
    realMs: () => clock.nowMs,
    yield: async () => {
      clock.turns++
    },
  }
  return clock
}

describe('startTimeLimit', () => {
  it('lets others run after a stretch, and not more often', async () => {
    const clock = handClock()
    const { pause } = startTimeLimit(clock, 1_000)
    for (let step = 0; step < 100; step++) {
      clock.nowMs += 1
      await pause()
    }
    expect(clock.turns).toBe(20)
  })

  it('ends what takes too long', async () => {
    const clock = handClock()
    const timeLimit = startTimeLimit(clock, 50)
    clock.nowMs += 49
    expect(timeLimit.leftMs()).toBe(1)
    await timeLimit.pause()
    clock.nowMs += 1
    await expect(timeLimit.pause()).rejects.toBeInstanceOf(ExecutionTimeout)
  })
})
