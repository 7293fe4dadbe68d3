import { expect, it } from 'vitest'
import { FilterOverflowError } from '../../src/subscriptions/filterErrors.ts'
import { KeptEntries, Queue } from '../../src/subscriptions/filters.ts'

function filled(limit: number, count: number): Queue<number> {
  const queue = new Queue<number>(new KeptEntries(limit))
  for (let entry = 0; entry < count; entry++) queue.push(entry)
  return queue
}

it('gives each entry once, in order', () => {
  const queue = filled(3, 3)
  expect(queue.take()).toEqual([0, 1, 2])
  expect(queue.take()).toEqual([])
  queue.push(7)
  expect(queue.take()).toEqual([7])
})

it('says once that entries were lost, and gives no part of them', () => {
  const queue = filled(3, 4)
  queue.push(5)
  expect(() => queue.take()).toThrow(FilterOverflowError)
  queue.push(6)
  expect(queue.take()).toEqual([6])
})

it('lets go of entries that are not to be kept', () => {
  const queue = filled(10, 5)
  queue.retain((entry) => entry % 2 === 0)
  expect(queue.take()).toEqual([0, 2, 4])
})

it('keeps with all others at most what a hundred full ones do', () => {
  const kept = new KeptEntries(10)
  const queues = Array.from({ length: 201 }, () => new Queue<number>(kept))
  const [first, ...others] = queues
  for (let entry = 0; entry < 5; entry++) for (const queue of others) queue.push(entry)
  expect(kept.count).toBe(1000)
  first?.push(1)
  expect(() => first?.take()).toThrow(FilterOverflowError)
  others[0]?.take()
  others[1]?.clear()
  others[2]?.retain((entry) => entry === 4)
  expect(kept.count).toBe(986)
  first?.push(2)
  expect(first?.take()).toEqual([2])
  for (const queue of others) queue.clear()
  expect(kept.count).toBe(0)
})
