import { cachedDataVersionTag } from 'node:v8'
import { isMainThread } from 'node:worker_threads'
import { expect, test } from 'vitest'
import {
  asAtFirst,
  growSlowly,
  optimizeAsUsual,
  optimizeLessAtFirst,
} from '../../src/lib/v8Flags.ts'

const isTuned = ['11', '12', '13'].includes(process.versions.v8.split('.', 1)[0] ?? '')

test('what is made as at first has the flags of the beginning, whenever it is made', () => {
  // Tests before this one in the same process may have begun.
  optimizeAsUsual()
  asAtFirst(() => undefined)
  const usual = cachedDataVersionTag()
  optimizeLessAtFirst()
  const first = cachedDataVersionTag()
  expect(first !== usual).toBe(isTuned)
  expect(asAtFirst(cachedDataVersionTag)).toBe(first)
  optimizeAsUsual()
  expect(asAtFirst(cachedDataVersionTag)).toBe(first)
  expect(cachedDataVersionTag() !== first).toBe(isTuned)
  growSlowly()
  expect(cachedDataVersionTag()).not.toBe(first)
  expect(asAtFirst(cachedDataVersionTag)).toBe(first)
})

test('a process ends with the usual flags, which is seen to once', () => {
  optimizeLessAtFirst()
  optimizeLessAtFirst()
  const listeners = process.listeners('exit').filter(({ name }) => name === optimizeAsUsual.name)
  expect(listeners).toHaveLength(isTuned && isMainThread ? 1 : 0)
  optimizeAsUsual()
})
