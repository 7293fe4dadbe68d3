import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Clock, createClock, manualStartMs } from '../../src/clock/clock.ts'
import {
  InvalidTimeError,
  ManualClockRequiredError,
  TimestampTooHighError,
  TimestampTooLowError,
} from '../../src/clock/clockErrors.ts'
import { runs } from '../support/runs.ts'

const start = BigInt(manualStartMs) / 1000n

function manualClock(allowSameTimestamp = false): Clock {
  return createClock({ mode: 'manual', allowSameTimestamp })
}

/** Seals a block on `parent` now and returns its timestamp. */
function seal(clock: Clock, parent: bigint): bigint {
  const timestamp = clock.nextTimestamp(parent)
  clock.commit(timestamp)
  return timestamp
}

describe('chain time', () => {
  it('stands still on a manual clock and starts at the same moment each time', () => {
    const clock = manualClock()
    expect([clock.now(), clock.elapsed(), clock.offsetMs]).toEqual([1_767_225_600_000, 0, 0])
  })

  it('starts where asked', async () => {
    const clock = createClock({ mode: 'manual', startMs: 5_000_500 })
    await clock.advance(250)
    expect(clock.now()).toBe(5_000_750)
    expect(clock.nextTimestamp(0n)).toBe(5000n)
  })

  it('moves by seconds, forward and back, without touching elapsed time', () => {
    const clock = manualClock()
    clock.increase(3600n)
    clock.increase(-600n)
    expect(clock.now()).toBe(manualStartMs + 3_000_000)
    expect(clock.offsetMs).toBe(3_000_000)
    expect(clock.elapsed()).toBe(0)
  })

  it('can be set, to the past too, and forgets the timestamp set before', () => {
    const clock = manualClock()
    clock.setNext(start + 500n, start)
    clock.setTime(1_000_000)
    expect(clock.now()).toBe(1_000_000)
    expect(clock.nextTimestamp(10n)).toBe(1000n)
  })

  it('is exact for timestamps that no double can hold', () => {
    const clock = manualClock()
    clock.setNext(2n ** 63n - 2n, start)
    const sealed = seal(clock, start)
    expect(sealed).toBe(2n ** 63n - 2n)
    expect(clock.nextTimestamp(sealed)).toBe(2n ** 63n - 1n)
    expect(clock.nextTimestamp(5n)).toBe(2n ** 63n - 2n)
  })

  it.each([
    ['increase past 63 bits', (clock: Clock) => clock.increase(2n ** 63n), TimestampTooHighError],
    ['next past 63 bits', (clock: Clock) => clock.setNext(2n ** 63n, 0n), TimestampTooHighError],
    ['an endless interval', (clock: Clock) => clock.setInterval(2n ** 32n), InvalidTimeError],
    ['before 1970', (clock: Clock) => clock.increase(-start - 1n), InvalidTimeError],
    ['set to no number', (clock: Clock) => clock.setTime(Number.NaN), InvalidTimeError],
    ['set to infinity', (clock: Clock) => clock.setTime(Infinity), InvalidTimeError],
    ['a negative interval', (clock: Clock) => clock.setInterval(-1n), InvalidTimeError],
    ['the parent', (clock: Clock) => clock.setNext(7n, 7n), TimestampTooLowError],
    ['before the parent', (clock: Clock) => clock.setNext(6n, 7n), TimestampTooLowError],
  ])('refuses a time it cannot have, and stays as it was: %s', (_case, act, error) => {
    const clock = manualClock()
    const before = clock.snapshot()
    expect(() => act(clock)).toThrow(error)
    expect(clock.snapshot()).toEqual(before)
  })

  it('says what is wrong with a timestamp and what to give', () => {
    expect(() => manualClock().setNext(6n, 7n)).toThrow(
      "timestamp 6 is lower than or equal to the previous block's timestamp 7: give 8 or a later one",
    )
    expect(() => manualClock(true).setNext(6n, 7n)).toThrow(
      "timestamp 6 is lower than the previous block's timestamp 7: give 7 or a later one",
    )
  })
})

describe('timestamps of blocks', () => {
  it('are the time now, and at least one after the parent', async () => {
    const clock = manualClock()
    expect(clock.nextTimestamp(start)).toBe(start + 1n)
    await clock.advance(12_999)
    expect(clock.nextTimestamp(start)).toBe(start + 12n)
  })

  it('may equal the parent when that is allowed', () => {
    const clock = manualClock(true)
    expect(clock.nextTimestamp(start)).toBe(start)
    clock.setNext(start, start)
    expect(seal(clock, start)).toBe(start)
  })

  it('do not change by being asked for', () => {
    const clock = manualClock()
    clock.setNext(start + 60n, start)
    const before = clock.snapshot()
    expect([1, 2, 3].map(() => clock.nextTimestamp(start))).toEqual(Array(3).fill(start + 60n))
    expect(clock.snapshot()).toEqual(before)
  })

  it('use a set timestamp once, and time goes on from it', async () => {
    const clock = manualClock()
    clock.setNext(start + 1000n, start)
    expect(seal(clock, start)).toBe(start + 1000n)
    await clock.advance(5000)
    expect(clock.nextTimestamp(start + 1000n)).toBe(start + 1005n)
  })

  it('take time back with a set timestamp that is behind now', async () => {
    const clock = manualClock()
    await clock.advance(100_000)
    clock.setNext(start + 10n, start)
    expect(seal(clock, start)).toBe(start + 10n)
    await clock.advance(2000)
    expect(clock.nextTimestamp(start + 10n)).toBe(start + 12n)
  })

  it('are the time of the seal for a block that stays open till then', async () => {
    const clock = manualClock()
    const first = clock.nextTimestamp(start, 2000)
    await clock.advance(2000)
    clock.commit(first)
    expect([first, clock.nextTimestamp(first, 2000)]).toEqual([start + 2n, start + 4n])
    clock.setNext(start + 1000n, first)
    const second = clock.nextTimestamp(first, 2000)
    await clock.advance(2000)
    clock.commit(second)
    expect([second, clock.nextTimestamp(second, 2000)]).toEqual([start + 1000n, start + 1002n])
  })

  it('use up a set timestamp by the block that comes next, also when that has another', () => {
    const clock = manualClock()
    clock.setNext(start + 60n, start)
    clock.commit(start + 5n)
    expect(clock.nextTimestamp(start + 5n)).toBe(start + 6n)
  })

  it('keep a set timestamp when the head is another, as long as it can be reached', () => {
    const clock = manualClock()
    clock.setNext(start + 60n, start)
    clock.follow(start + 59n)
    expect(clock.now()).toBe(manualStartMs + 59_000)
    expect(clock.nextTimestamp(start + 59n)).toBe(start + 60n)
    clock.follow(start + 60n)
    expect(clock.nextTimestamp(start + 60n)).toBe(start + 61n)
  })

  it('drop a set timestamp that a block has passed', () => {
    const clock = manualClock()
    clock.setNext(start + 5n, start)
    clock.commit(start + 9n)
    expect(clock.snapshot().nextTimestamp).toBeUndefined()
  })

  it('keep a configured distance, whatever the time, until it is changed', async () => {
    const clock = manualClock()
    clock.setInterval(12n)
    const first = seal(clock, start)
    await clock.advance(99_000)
    const second = seal(clock, first)
    expect([first, second]).toEqual([start + 12n, start + 24n])
    expect([clock.removeInterval(), clock.removeInterval()]).toEqual([true, false])
    expect(clock.nextTimestamp(second)).toBe(start + 111n)
  })

  it('prefer a set timestamp to the interval', () => {
    const clock = manualClock()
    clock.setInterval(12n)
    clock.setNext(start + 100n, start)
    const first = seal(clock, start)
    expect([first, seal(clock, first)]).toEqual([start + 100n, start + 112n])
  })

  it('keep their distance to a jump after blocks sealed faster than one a second', () => {
    const clock = manualClock()
    let head = start
    for (let block = 0; block < 50; block++) head = seal(clock, head)
    clock.increase(3600n)
    expect(clock.nextTimestamp(head) - head).toBe(3600n)
  })

  it('go on from the head after time was set before it', async () => {
    const clock = manualClock()
    clock.setTime(manualStartMs - 600_000)
    const first = seal(clock, start)
    await clock.advance(3000)
    expect([first, clock.nextTimestamp(first)]).toEqual([start + 1n, start + 4n])
  })
})

describe('snapshots', () => {
  it('bring back time, offset, set timestamp and interval', async () => {
    const clock = manualClock()
    clock.increase(10n)
    clock.setInterval(3n)
    clock.setNext(start + 40n, start)
    const taken = clock.snapshot()
    await clock.advance(7000)
    clock.removeInterval()
    clock.setTime(5000)
    clock.restore(taken)
    expect(clock.snapshot()).toEqual(taken)
    expect([clock.now(), clock.offsetMs]).toEqual([manualStartMs + 10_000, 10_000])
    expect(clock.elapsed()).toBe(7000)
  })

  const step = fc.oneof(
    fc.record({ kind: fc.constant('advance' as const), ms: fc.nat(10_000) }),
    fc.record({ kind: fc.constant('increase' as const), seconds: fc.bigInt(0n, 9999n) }),
    fc.record({ kind: fc.constant('setTime' as const), ms: fc.nat(2_000_000_000) }),
    fc.record({ kind: fc.constant('setNext' as const), ahead: fc.bigInt(1n, 500n) }),
    fc.record({ kind: fc.constant('setInterval' as const), seconds: fc.bigInt(0n, 60n) }),
    fc.record({ kind: fc.constant('removeInterval' as const) }),
    fc.record({ kind: fc.constant('seal' as const) }),
  )
  type Step = typeof step extends fc.Arbitrary<infer value> ? value : never

  /** Runs the steps on a chain whose head is `head` and returns the timestamps it got. */
  async function run(clock: Clock, steps: readonly Step[], head: bigint): Promise<bigint[]> {
    const sealed = [head]
    for (const step of steps) {
      const parent = sealed[sealed.length - 1] as bigint
      if (step.kind === 'advance') await clock.advance(step.ms)
      if (step.kind === 'increase') clock.increase(step.seconds)
      if (step.kind === 'setTime') clock.setTime(step.ms)
      if (step.kind === 'setNext') clock.setNext(parent + step.ahead, parent)
      if (step.kind === 'setInterval') clock.setInterval(step.seconds)
      if (step.kind === 'removeInterval') clock.removeInterval()
      if (step.kind === 'seal') sealed.push(seal(clock, parent))
    }
    return sealed
  }

  const steps = fc.array(step, { maxLength: 15 })

  it('property: after a detour and a restore all goes as it would have without', async () => {
    await fc.assert(
      fc.asyncProperty(steps, steps, steps, async (before, detour, after) => {
        const plain = manualClock()
        const straight = await run(plain, [...before, ...after], start)

        const clock = manualClock()
        const prefix = await run(clock, before, start)
        const head = prefix[prefix.length - 1] as bigint
        const taken = structuredClone(clock.snapshot())
        await run(clock, detour, head)
        clock.restore(taken)
        expect(clock.snapshot()).toEqual(taken)
        const suffix = await run(clock, after, head)
        expect([...prefix, ...suffix.slice(1)]).toEqual(straight)
        expect(clock.snapshot()).toEqual(plain.snapshot())
      }),
      runs({ seed: 20260101, numRuns: 200 }),
    )
  })

  it('property: timestamps strictly increase, and time is never behind the newest block', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const clock = manualClock()
        const sealed = await run(clock, [...all, { kind: 'seal' }], start)
        for (let index = 1; index < sealed.length; index++) {
          expect(sealed[index]).toBeGreaterThan(sealed[index - 1] as bigint)
        }
        expect(clock.now()).toBeGreaterThanOrEqual(Number(sealed[sealed.length - 1]) * 1000)
      }),
      runs({ seed: 20260102, numRuns: 200 }),
    )
  })
})

describe('timers of a manual clock', () => {
  it('fire in the order of their time, equal ones in the order of asking', async () => {
    const clock = manualClock()
    const fired: string[] = []
    const note = (name: string) => () => {
      fired.push(`${name}@${clock.elapsed()}`)
    }
    clock.schedule(300, note('c'))
    clock.schedule(100, note('a'))
    clock.schedule(300, note('d'))
    clock.schedule(200, note('b'))
    clock.schedule(1001, note('later'))
    await clock.advance(1000)
    expect(fired).toEqual(['a@100', 'b@200', 'c@300', 'd@300'])
    expect(clock.elapsed()).toBe(1000)
  })

  it('fire for what tasks ask for on the way, and wait for each task', async () => {
    const clock = manualClock()
    const fired: string[] = []
    clock.schedule(100, async () => {
      await clock.yield()
      fired.push(`outer@${clock.elapsed()}`)
      clock.schedule(50, () => {
        fired.push(`inner@${clock.elapsed()}`)
      })
    })
    clock.schedule(200, () => {
      fired.push(`last@${clock.elapsed()}`)
    })
    await clock.advance(200)
    expect(fired).toEqual(['outer@100', 'inner@150', 'last@200'])
  })

  it('do not fire when cancelled, nor after the clock is closed', async () => {
    const clock = manualClock()
    let fired = 0
    const count = () => {
      fired++
    }
    const timer = clock.schedule(10, count)
    timer.cancel()
    timer.cancel()
    clock.schedule(20, count)
    clock.close()
    clock.close()
    clock.schedule(30, count)
    await clock.advance(1000)
    expect(fired).toBe(0)
  })

  it('let a task take time by advancing, beyond the outer span too', async () => {
    const clock = manualClock()
    const fired: number[] = []
    clock.schedule(100, () => clock.advance(500))
    clock.schedule(150, () => {
      fired.push(clock.elapsed())
    })
    await clock.advance(200)
    expect(fired).toEqual([150])
    expect(clock.elapsed()).toBe(600)
  })

  it('stop at a task that throws, and can go on', async () => {
    const clock = manualClock()
    let later = 0
    clock.schedule(100, () => {
      throw new Error('broken task')
    })
    clock.schedule(150, () => {
      later++
    })
    await expect(clock.advance(1000)).rejects.toThrow('broken task')
    expect([clock.elapsed(), later]).toEqual([100, 0])
    await clock.advance(900)
    expect([clock.elapsed(), later]).toEqual([1000, 1])
  })

  it.each([-1, Number.NaN, Infinity])('refuse to advance by %s', async (ms) => {
    await expect(manualClock().advance(ms)).rejects.toThrow(InvalidTimeError)
  })
})

it('a real clock cannot be advanced', async () => {
  const clock = createClock({ mode: 'real' })
  await expect(clock.advance(1)).rejects.toThrow(ManualClockRequiredError)
})

it('the time of the last seal is that of a clock that is not moved', async () => {
  const clock = createClock({ mode: 'manual', startMs: 1_000_000 })
  clock.increase(3_600n)
  await clock.advance(2_500)
  expect(clock.sealedMs).toBe(1_000_000)
  clock.commit(5_000n)
  expect(clock.sealedMs).toBe(1_002_500)
})
