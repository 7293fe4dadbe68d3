import { expect, test } from 'vitest'
import { Memo } from '../../src/lib/memo.ts'

test('a memo makes what it does not keep, and keeps so many of the newest', () => {
  const memo = new Memo<string>(2)
  const made: string[] = []
  const get = (key: string) =>
    memo.get(key, () => {
      made.push(key)
      return key.toUpperCase()
    })
  expect(['a', 'b', 'a', 'c', 'b', 'a', 'c'].map(get).join('')).toBe('ABACBAC')
  expect(made.join('')).toBe('abca')
})

test('a memo keeps the newest value that is put for a key', () => {
  const memo = new Memo<number>(2)
  for (const [key, value] of [
    ['a', 1],
    ['b', 2],
    ['b', 3],
    ['c', 4],
  ] as const)
    memo.put(key, value)
  expect(['a', 'b', 'c'].map((key) => memo.peek(key))).toEqual([undefined, 3, 4])
})

test('a memo does not keep that something could not be made', () => {
  const memo = new Memo<number>(2)
  const fail = () => {
    throw new Error('no')
  }
  expect(() => memo.get('a', fail)).toThrow('no')
  expect(memo.get('a', () => 1)).toBe(1)
})

test('a memo does not keep that there is nothing', () => {
  const memo = new Memo<number | undefined>(2)
  expect(memo.get('a', () => undefined)).toBeUndefined()
  expect(memo.get('a', () => 1)).toBe(1)
})
