import { expect, test } from 'vitest'
import { createPace } from '../../src/clock/pace.ts'

test('gives way once ten milliseconds have passed, and counts from there', async () => {
  let nowMs = 0
  const yieldedAtMs: number[] = []
  const breathe = createPace({
    realMs: () => nowMs,
    yield: async () => {
      yieldedAtMs.push(nowMs)
      nowMs += 5
    },
  })
  for (; nowMs < 60; nowMs += 4) await breathe()
  expect(yieldedAtMs).toEqual([12, 29, 46])
})
