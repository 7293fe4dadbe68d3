import { expect, test } from 'vitest'
import { keptBytes, Shares } from '../../src/lib/shares.ts'

const [one, other] = ['https://one.example', 'https://other.example']

test('programs have all of it, whatever pages hold', () => {
  const shares = new Shares(8)
  expect(shares.take(one, 2)).toBe(true)
  expect(shares.take(undefined, 8)).toBe(true)
  expect(shares.take(undefined, 1)).toBe(false)
})

test('pages of an origin have a quarter of what all pages have', () => {
  const shares = new Shares(8)
  expect([shares.take(one, 1), shares.take(one, 1), shares.take(one, 1)]).toEqual([
    true,
    true,
    false,
  ])
  const origins = ['a', 'b', 'c', 'd'].map((origin) => shares.take(origin, 2))
  expect(origins).toEqual([true, true, true, false])
})

test('what is given back can be taken by others', () => {
  const shares = new Shares(4)
  for (const origin of [one, other, 'c', 'd']) shares.take(origin, 1)
  expect(shares.take('e', 1)).toBe(false)
  shares.give(one, 1)
  expect([shares.take('e', 1), shares.take(one, 1)]).toEqual([true, false])
})

test('a value weighs what its texts and bytes do, and each some more', () => {
  expect(keptBytes('abcd')).toBe(keptBytes('') + 4)
  expect(keptBytes(new Uint8Array(32))).toBe(keptBytes('') + 32)
  expect(keptBytes({ topics: [['ab', null, 3]] })).toBe(
    3 * keptBytes([]) + keptBytes('ab') + 2 * keptBytes(null),
  )
})
