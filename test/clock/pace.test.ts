import { expect, test } from 'vitest'
import { createPace, nextTurn } from '../../src/clock/pace.ts'

test('gives way once five milliseconds have passed, and counts from there', async () => {
  let nowMs = 0
  const yieldedAtMs: number[] = []
  const yieldIfDue = createPace({
    realMs: () => nowMs,
    yield: async () => {
      yieldedAtMs.push(nowMs)
      nowMs += 5
    },
  })
  for (; nowMs < 30; nowMs += 2) await yieldIfDue()
  expect(yieldedAtMs).toEqual([6, 17, 28])
})

test('of those that wait for their turn one goes on at a time, in order', async () => {
  const seen: string[] = []
  let turns = 0
  const clock = {
    realMs: () => 0,
    yield: async () => {
      seen.push(`turn ${++turns}`)
    },
  }
  const work = async (name: string) => {
    for (let stretch = 1; stretch <= 2; stretch++) {
      await nextTurn(clock)
      seen.push(`${name} ${stretch}`)
    }
  }
  await Promise.all([work('first'), work('second')])
  expect(seen).toEqual([
    'turn 1',
    'first 1',
    'turn 2',
    'second 1',
    'turn 3',
    'first 2',
    'turn 4',
    'second 2',
  ])
})

test('a turn that fails takes none from those who wait behind it', async () => {
  let turns = 0
  const clock = {
    realMs: () => 0,
    yield: async () => {
      if (++turns === 1) throw new Error('no turn')
    },
  }
  const [first, second] = [nextTurn(clock), nextTurn(clock)]
  await expect(first).rejects.toThrow('no turn')
  await expect(second).resolves.toBeUndefined()
})
