import { afterEach, expect, test, vi } from 'vitest'
import { createDevnet } from '../../src/createDevnet.ts'
import { viemClient } from '../support/clients.ts'
import { bob } from '../support/transfers.ts'

afterEach(() => {
  vi.useRealTimers()
})

test("a test runner's fake timers do not stop the chain", async () => {
  vi.useFakeTimers()
  await using devnet = await createDevnet({ blockTime: '100ms', flashblockTime: '20ms' })
  const sealed = new Promise<bigint>((resolve) => {
    devnet.on('block', ({ number, transactions }) => {
      if (transactions.length > 0) resolve(number)
    })
  })
  const client = await viemClient(devnet)
  await client.sendTransaction({ to: bob, value: 1n })
  expect(await sealed).toBeGreaterThan(0n)
  expect(await client.getBalance({ address: bob, blockTag: 'latest' })).toBe(1n)
})
