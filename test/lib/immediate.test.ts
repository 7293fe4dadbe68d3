import { expect, test } from 'vitest'
import { createImmediate } from '../../src/lib/realTimers.ts'

test('callbacks are called in a later turn, in order', async () => {
  const setImmediate = createImmediate()
  const called: unknown[] = []
  const done = new Promise<void>((resolve) => {
    setImmediate((name: string) => called.push(name), 'first')
    setImmediate(() => {
      called.push('last')
      resolve()
    })
  })
  await Promise.resolve()
  expect(called).toEqual([])
  await done
  expect(called).toEqual(['first', 'last'])
})
