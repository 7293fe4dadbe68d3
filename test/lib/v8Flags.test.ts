import { cachedDataVersionTag } from 'node:v8'
import { expect, test } from 'vitest'
import {
  asAtFirst,
  growSlowly,
  optimizeAsUsual,
  optimizeLessAtFirst,
} from '../../src/lib/v8Flags.ts'

test('what is made as at first has the flags of the beginning, whenever it is made', () => {
  // Tests before this one in the same process may have begun.
  optimizeAsUsual()
  asAtFirst(() => undefined)
  const usual = cachedDataVersionTag()
  optimizeLessAtFirst()
  const first = cachedDataVersionTag()
  const isTuned = ['11', '12', '13'].includes(process.versions.v8.split('.', 1)[0] ?? '')
  expect(first !== usual).toBe(isTuned)
  expect(asAtFirst(cachedDataVersionTag)).toBe(first)
  optimizeAsUsual()
  expect(asAtFirst(cachedDataVersionTag)).toBe(first)
  expect(cachedDataVersionTag() !== first).toBe(isTuned)
  growSlowly()
  expect(cachedDataVersionTag()).not.toBe(first)
  expect(asAtFirst(cachedDataVersionTag)).toBe(first)
})
