import { afterEach, expect, it, vi } from 'vitest'
import * as realTimers from '../../src/lib/realTimers.ts'

const path: string = '../../src/lib/realTimers.ts'
const real = { setTimeout, clearTimeout, setInterval, clearInterval, setImmediate }
const names = Object.keys(real) as (keyof typeof real)[]

afterEach(() => {
  vi.useRealTimers()
})

it('stay real when fakes come', () => {
  vi.useFakeTimers({ toFake: [...names, 'Date', 'performance'], now: 0 })
  expect(realTimers.wallNow()).toBeGreaterThan(1_700_000_000_000)
  expect(realTimers).toMatchObject(real)
})

it('are real when the fakes were there before', async () => {
  const monotonic = performance.now()
  vi.useFakeTimers({ toFake: [...names, 'Date', 'performance'], now: 0 })
  for (const name of names) expect(globalThis[name]).not.toBe(real[name])
  // Another instance of the module.
  const late: typeof realTimers = await import(`${path}?late`)
  expect(late).not.toBe(realTimers)
  expect(late).toMatchObject(real)
  expect(late.wallNow()).toBeGreaterThan(1_700_000_000_000)
  expect(late.monotonicNow()).toBeGreaterThanOrEqual(monotonic)
})
