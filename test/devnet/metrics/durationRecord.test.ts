import { expect, test } from 'vitest'
import { DurationRecord } from '../../../src/devnet/metrics/metrics.ts'

/** A record of tasks that take the given times. */
async function recordOf(durationsMs: readonly number[]) {
  let nowMs = 1000
  const record = new DurationRecord({ realMs: () => nowMs })
  for (const ms of durationsMs) {
    await record.time(async () => {
      nowMs += ms
    })
  }
  return record
}

test('without measurements all durations are zero', async () => {
  const record = await recordOf([])
  expect(record.read()).toEqual({ count: 0, sumMs: 0, maxMs: 0, p50Ms: 0, p99Ms: 0 })
})

test('percentiles are durations that were measured', async () => {
  const record = await recordOf([5, 1, 3])
  expect(record.read()).toEqual({ count: 3, sumMs: 9, maxMs: 5, p50Ms: 3, p99Ms: 5 })
  const hundred = await recordOf(Array.from({ length: 100 }, (_, index) => 100 - index))
  expect(hundred.read()).toMatchObject({ p50Ms: 50, p99Ms: 99, maxMs: 100 })
})

test('percentiles are of the newest, sums and the longest of all', async () => {
  const record = await recordOf([1000, ...new Array<number>(1024).fill(2)])
  expect(record.read()).toEqual({ count: 1025, sumMs: 3048, maxMs: 1000, p50Ms: 2, p99Ms: 2 })
})

test('a failure is not measured', async () => {
  const record = await recordOf([])
  const failing = record.time(() => Promise.reject(new Error('broken')))
  await expect(failing).rejects.toThrow('broken')
  expect(record.read().count).toBe(0)
})

test('the result of a measured task is passed on', async () => {
  const record = await recordOf([])
  expect(await record.time(async () => 'value')).toBe('value')
})
