import { afterEach, expect, it, vi } from 'vitest'
import { workerUrl } from '../../../src/testing/vitest/devnetTest.ts'

const server = 'http://127.0.0.1:8545'

/** Runs as a worker of a runner that sets these variables, and no others. */
function asWorker(variables: Readonly<Record<string, string>>): void {
  const all = ['VITEST_POOL_ID', 'JEST_WORKER_ID', 'TEST_PARALLEL_INDEX', 'NODE_TEST_WORKER_ID']
  for (const name of [...all, 'PRECONF_URL']) vi.stubEnv(name, variables[name])
}

afterEach(() => {
  vi.unstubAllEnvs()
})

it.each([
  { VITEST_POOL_ID: '2', JEST_WORKER_ID: '3' },
  { JEST_WORKER_ID: '2', TEST_PARALLEL_INDEX: '3' },
  { TEST_PARALLEL_INDEX: '2' },
  { NODE_TEST_WORKER_ID: '2' },
])('is at the path of the worker of %o', (variables) => {
  asWorker(variables)
  expect(workerUrl(`${server}/`)).toBe(`${server}/2`)
})

it('is at the path of the process elsewhere', () => {
  asWorker({})
  expect(workerUrl(server)).toBe(`${server}/${process.pid}`)
})

it('is of the server of the global setup unless another is given', () => {
  asWorker({ PRECONF_URL: server, VITEST_POOL_ID: '1' })
  expect(workerUrl()).toBe(`${server}/1`)
})

it('says what to do where no server is known', () => {
  asWorker({})
  expect(() => workerUrl()).toThrow('add the global setup of preconf')
})
