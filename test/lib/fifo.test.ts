import { expect, test } from 'vitest'
import { Fifo } from '../../src/lib/fifo.ts'
import { stillReachable } from '../support/stillReachable.ts'

test('gives what was put in the order of coming, also after much was taken', () => {
  const fifo = new Fifo<number>()
  const taken: (number | undefined)[] = []
  let put = 0
  for (let round = 0; round < 100; round++) {
    for (let count = 0; count < 50; count++) fifo.put(put++)
    for (let count = 0; count < 40; count++) taken.push(fifo.take())
  }
  expect(fifo.size).toBe(1000)
  while (fifo.size > 0) taken.push(fifo.take())
  expect(taken).toEqual(Array.from({ length: put }, (_, index) => index))
  expect(fifo.take()).toBeUndefined()
})

test('is empty when it has been cleared', () => {
  const fifo = new Fifo<number>()
  for (let item = 0; item < 3; item++) fifo.put(item)
  fifo.take()
  fifo.clear()
  expect([fifo.size, fifo.take()]).toEqual([0, undefined])
})

test('lets go of what was taken at once', async () => {
  const fifo = new Fifo<object>()
  const references = Array.from({ length: 100 }, () => {
    const item = {}
    fifo.put(item)
    return new WeakRef(item)
  })
  for (let count = 0; count < 99; count++) fifo.take()
  await new Promise((resolve) => setImmediate(resolve))
  expect(stillReachable(references)).toBe(1)
})
