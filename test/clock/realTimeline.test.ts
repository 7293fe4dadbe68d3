import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, expect, it, vi } from 'vitest'
import { createClock } from '../../src/clock/clock.ts'

afterEach(() => {
  vi.useRealTimers()
})

it('a task runs after its delay, never before, even under the fake timers of a test runner', async () => {
  vi.useFakeTimers({ now: 0 })
  const clock = createClock({ mode: 'real' })
  const wall = clock.now()
  const from = clock.elapsed()
  const passed = await new Promise<number>((resolve) => {
    clock.schedule(20, () => resolve(clock.elapsed() - from))
  })
  expect(passed).toBeGreaterThanOrEqual(20)
  expect(clock.now()).toBeGreaterThanOrEqual(wall + 19)
  expect(wall).toBeGreaterThan(1_700_000_000_000)
  await clock.yield()
  clock.close()
})

it('chain time goes on from a restored snapshot', () => {
  const clock = createClock({ mode: 'real', startMs: 50_000 })
  const taken = clock.snapshot()
  clock.increase(1000n)
  clock.restore(taken)
  expect(clock.now()).toBeGreaterThanOrEqual(50_000)
  expect(clock.now()).toBeLessThan(60_000)
})

it('close cancels what waits, and a delay beyond 2^31 ms does not fire at once', async () => {
  const clock = createClock({ mode: 'real' })
  const fired: string[] = []
  const note = (name: string) => () => {
    fired.push(name)
  }
  clock.schedule(1, note('closed'))
  clock.close()
  clock.schedule(1, note('after close'))
  const other = createClock({ mode: 'real' })
  other.schedule(2 ** 40, note('in 34 years'))
  other.schedule(1, note('cancelled')).cancel()
  await new Promise<void>((resolve) => other.schedule(15, resolve))
  expect(fired).toEqual([])
  other.close()
})

it('a clock with waiting tasks does not keep its process alive', async () => {
  const clockPath = fileURLToPath(new URL('../../src/clock/clock.ts', import.meta.url))
  const program = `import { createClock } from ${JSON.stringify(clockPath)}
    createClock({ mode: 'real' }).schedule(3_600_000, () => {})
    process.stdout.write('began')`
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--import',
    'tsx',
    '--input-type=module',
    '--eval',
    program,
  ])
  expect(stdout).toBe('began')
})
