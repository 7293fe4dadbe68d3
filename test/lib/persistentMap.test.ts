import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PersistentMap } from '../../src/lib/persistentMap.ts'
import { runs } from '../support/runs.ts'

/** Pairs of words with the same 32-bit FNV-1a hash. */
const collisions = [
  ['costarring', 'liquid'],
  ['declinate', 'macallums'],
  ['altarage', 'zinke'],
] as const

type Change = { readonly key: string; readonly value: number | undefined }

function applied(map: PersistentMap<number>, { key, value }: Change): PersistentMap<number> {
  return value === undefined ? map.delete(key) : map.set(key, value)
}

function sorted<Value>(entries: Iterable<readonly [string, Value]>): (readonly [string, Value])[] {
  return [...entries].sort(([left], [right]) => (left < right ? -1 : 1))
}

describe('PersistentMap', () => {
  test('an empty map has nothing', () => {
    const map = PersistentMap.empty<number>()
    expect(map.size).toBe(0)
    expect(map.get('a')).toBeUndefined()
    expect(map.has('a')).toBe(false)
    expect([...map]).toEqual([])
    expect(map.delete('a')).toBe(map)
  })

  test('a change leaves the map that it was made on as it was', () => {
    const one = PersistentMap.empty<number>().set('a', 1)
    const two = one.set('b', 2)
    const changed = two.set('a', 3)
    const less = two.delete('a')
    expect(sorted(one)).toEqual([['a', 1]])
    expect(sorted(two)).toEqual([
      ['a', 1],
      ['b', 2],
    ])
    expect(sorted(changed)).toEqual([
      ['a', 3],
      ['b', 2],
    ])
    expect(sorted(less)).toEqual([['b', 2]])
  })

  test('a key can have the value undefined', () => {
    const map = PersistentMap.empty<undefined>().set('a', undefined)
    expect(map.has('a')).toBe(true)
    expect(map.size).toBe(1)
    expect(map.delete('a').has('a')).toBe(false)
  })

  test.each(collisions)('%s and %s, which have the same hash, are two keys', (left, right) => {
    const both = PersistentMap.empty<number>().set(left, 1).set(right, 2)
    expect(both.size).toBe(2)
    expect(both.get(left)).toBe(1)
    expect(both.get(right)).toBe(2)
    expect(sorted(both.set(left, 3))).toEqual([
      [left, 3],
      [right, 2],
    ])
    expect(sorted(both.delete(left))).toEqual([[right, 2]])
    expect(sorted(both.delete(right))).toEqual([[left, 1]])
    expect([...both.delete(right).delete(left)]).toEqual([])
  })

  test('sets many keys at once, the same one more than once too', () => {
    const [left, right] = collisions[0]
    const keys = [...Array.from({ length: 300 }, (_, index) => String(index)), left, right, left]
    const before = PersistentMap.empty<string>().set('7', 'seven').set(right, 'there')
    const after = before.setAll(keys, (position, value) => `${value ?? ''} ${position}`)
    expect(after.size).toBe(302)
    expect(after.get('7')).toBe('seven 7')
    expect(after.get('299')).toBe(' 299')
    expect(after.get(right)).toBe('there 301')
    expect(after.get(left)).toBe(' 300 302')
    expect(sorted(before)).toEqual([
      ['7', 'seven'],
      [right, 'there'],
    ])
    expect(before.setAll([], () => '').size).toBe(2)
  })

  test('is the same whether keys are set at once or one by one', () => {
    const keys = fc.array(fc.oneof(fc.constantFrom(...collisions.flat()), fc.nat(500).map(String)))
    fc.assert(
      fc.property(keys, keys, (some, others) => {
        const oneByOne = [...some, ...others].reduce(
          (map, key) => map.set(key, (map.get(key) ?? 0) + 1),
          PersistentMap.empty<number>(),
        )
        const count = (_: number, before = 0) => before + 1
        const atOnce = PersistentMap.empty<number>().setAll(some, count).setAll(others, count)
        expect(sorted(atOnce)).toEqual(sorted(oneByOne))
        expect(atOnce.size).toBe(oneByOne.size)
      }),
      runs({ seed: 1, numRuns: 150 }),
    )
  })

  test('holds a hundred thousand entries and gives them up again', () => {
    const keys = Array.from({ length: 100_000 }, (_, index) => `key ${index}`)
    let map = PersistentMap.empty<number>()
    for (const [index, key] of keys.entries()) map = map.set(key, index)
    expect(map.size).toBe(keys.length)
    expect(keys.every((key, index) => map.get(key) === index)).toBe(true)
    expect(new Set([...map].map(([key]) => key)).size).toBe(keys.length)
    for (const key of keys) map = map.delete(key)
    expect(map.size).toBe(0)
    expect([...map]).toEqual([])
  })

  test('every version of a map stays equal to a copy of a Map made at the same time', () => {
    const key = fc.oneof(
      fc.constantFrom(...collisions.flat()),
      fc.integer({ min: 0, max: 60 }).map(String),
      fc.string({ maxLength: 2 }),
    )
    const change = fc.record({ key, value: fc.option(fc.nat(9), { nil: undefined }) })
    fc.assert(
      fc.property(fc.array(change, { maxLength: 120 }), (changes) => {
        const model = new Map<string, number>()
        const versions: { map: PersistentMap<number>; entries: (readonly [string, number])[] }[] =
          []
        let map = PersistentMap.empty<number>()
        for (const made of changes) {
          map = applied(map, made)
          if (made.value === undefined) model.delete(made.key)
          else model.set(made.key, made.value)
          versions.push({ map, entries: sorted(model) })
        }
        for (const version of versions) {
          expect(sorted(version.map)).toEqual(version.entries)
          expect(version.map.size).toBe(version.entries.length)
          for (const [name, value] of version.entries) expect(version.map.get(name)).toBe(value)
        }
      }),
      runs({ seed: 1, numRuns: 150 }),
    )
  })

  test('iterates the same entries in the same order, however they came in', () => {
    const keys = Array.from({ length: 500 }, (_, index) => String(index))
    const build = (order: readonly string[]) =>
      order.reduce((map, key) => map.set(key, 0), PersistentMap.empty<number>())
    const detour = build([...keys, 'x', 'y'])
      .delete('x')
      .delete('y')
    expect([...detour]).toEqual([...build([...keys].reverse())])
  })
})
