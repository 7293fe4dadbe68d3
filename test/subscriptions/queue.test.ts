import { expect, it } from 'vitest'
import { FilterOverflowError } from '../../src/subscriptions/filterErrors.ts'
import { Queue } from '../../src/subscriptions/queue.ts'

function filled(limit: number, count: number): Queue<number> {
  const queue = new Queue<number>(limit)
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
