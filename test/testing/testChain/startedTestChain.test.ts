import { expect, test } from 'vitest'
import { startedTestChain } from '../../../src/testing/testChain/testChain.ts'

test('equal options have one chain, others another', async () => {
  const chain = startedTestChain({ chainId: 7 })
  expect(startedTestChain({ chainId: 7 })).toBe(chain)
  expect(startedTestChain({ chainId: 8 })).not.toBe(chain)
  expect(startedTestChain({ chainId: 7, onProgress: () => {} })).toBe(chain)
  const balance = 5n
  expect(startedTestChain({ balance: 5 })).not.toBe(startedTestChain({ balance }))
  expect((await chain).cadence).toMatchObject({ mining: 'auto', isPaused: true })
})

test('what could not be started is tried again', async () => {
  const wrong = { chainId: -1 }
  const first = startedTestChain(wrong)
  await expect(first).rejects.toThrow('invalid chainId')
  expect(startedTestChain(wrong)).not.toBe(first)
  await expect(startedTestChain(wrong)).rejects.toThrow('invalid chainId')
})
