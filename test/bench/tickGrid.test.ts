import { expect, test } from 'vitest'
import { fitGrid, lateness, spreadMs, waitMs } from '../../scripts/bench/tickGrid.ts'

const grid = { originMs: 1_000, tickMs: 200 }

test('the message that came soonest after its tick shows where the ticks are', () => {
  const { originMs, tickMs } = fitGrid([1_007, 1_203, 1_401, 1_630, 3_402], 200)
  expect(tickMs).toBe(200)
  expect((originMs - 1_001) % 200).toBe(0)
})

test('a grid needs a message', () => {
  expect(() => fitGrid([], 200)).toThrow('no tick was heard of')
})

test.each([
  [1_000, 200],
  [1_050, 150],
  [1_199, 1],
  [1_200, 200],
  [950, 50],
])('at %d ms the next tick is %d ms away', (atMs, expected) => {
  expect(waitMs(grid, atMs)).toBeCloseTo(expected, 9)
})

test('a tick is as late as its first message', () => {
  expect(lateness(grid, [1_003, 1_004, 1_210, 1_390, 1_605])).toEqual([3, 10, 5])
})

test('a message a little before its tick belongs to it', () => {
  expect(lateness(grid, [1_198])).toEqual([-2])
})

test('what is sent falls evenly over the tick', () => {
  const perTenth = new Array<number>(10).fill(0)
  for (let index = 0; index < 1_000; index++) {
    const phase = (spreadMs(index, 200) % 200) / 200
    perTenth[Math.floor(phase * 10)] = (perTenth[Math.floor(phase * 10)] ?? 0) + 1
  }
  expect(Math.min(...perTenth)).toBeGreaterThanOrEqual(98)
  expect(Math.max(...perTenth)).toBeLessThanOrEqual(102)
})

test('what is sent comes in order, some at each tick', () => {
  expect(spreadMs(0, 200)).toBe(0)
  expect(spreadMs(1, 200)).toBeCloseTo(76.4, 1)
  expect(spreadMs(1_000, 200)).toBeCloseTo(76_393.2, 1)
})
