import { expect, it } from 'vitest'
import { lastKept, remembered } from '../../src/lib/memo.ts'

it('computes once for each object', () => {
  let computed = 0
  const lengthOf = remembered((list: readonly number[]) => {
    computed++
    return list.length
  })
  const list = [1, 2]
  expect([lengthOf(list), lengthOf(list), lengthOf([1, 2])]).toEqual([2, 2, 2])
  expect(computed).toBe(2)
})

it('keeps what was computed last', () => {
  let computed = 0
  const lengthOf = lastKept((list: readonly number[]) => {
    computed++
    return list.length
  })
  const list = [1, 2]
  expect([lengthOf(list), lengthOf(list), lengthOf([1]), lengthOf(list)]).toEqual([2, 2, 1, 2])
  expect(computed).toBe(3)
})
