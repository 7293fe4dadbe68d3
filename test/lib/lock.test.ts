import { expect, test } from 'vitest'
import { Lock } from '../../src/lib/lock.ts'

test('one task runs at a time, in the order of asking, and a failure is its own', async () => {
  const lock = new Lock()
  const steps: string[] = []
  const task = (name: string) => async () => {
    steps.push(`${name} begins`)
    await new Promise((resolve) => setImmediate(resolve))
    steps.push(`${name} ends`)
    if (name === 'first') throw new Error('first failed')
    return name
  }
  const first = lock.run(task('first'))
  const second = lock.run(task('second'))
  await expect(first).rejects.toThrow('first failed')
  expect(await second).toBe('second')
  expect(steps).toEqual(['first begins', 'first ends', 'second begins', 'second ends'])
})

test('its length counts the tasks that run or wait', async () => {
  const lock = new Lock()
  const finish: (() => void)[] = []
  const task = () => new Promise<void>((resolve) => finish.push(resolve))
  expect(lock.length).toBe(0)
  const [first, second] = [lock.run(task), lock.run(task)]
  expect(lock.length).toBe(2)
  await expect.poll(() => finish.length).toBe(1)
  finish[0]?.()
  await first
  expect(lock.length).toBe(1)
  await expect.poll(() => finish.length).toBe(2)
  finish[1]?.()
  await second
  expect(lock.length).toBe(0)
})
