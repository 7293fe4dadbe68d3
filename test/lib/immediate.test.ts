import { expect, test } from 'vitest'
import { createImmediates } from '../../src/lib/immediate.ts'

test('callbacks are called in a later turn, in order, unless they are cleared', async () => {
  const { setImmediate, clearImmediate } = createImmediates()
  const called: unknown[] = []
  const done = new Promise<void>((resolve) => {
    setImmediate((name: string) => called.push(name), 'first')
    const cleared = setImmediate(() => called.push('cleared'))
    setImmediate(() => {
      called.push('last')
      resolve()
    })
    clearImmediate(cleared)
  })
  await Promise.resolve()
  expect(called).toEqual([])
  await done
  expect(called).toEqual(['first', 'last'])
})
