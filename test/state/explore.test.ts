import { expect, test } from 'vitest'
import { createDevnet } from '../../src/index.ts'
import { startLiveNode } from '../support/liveChain.ts'

const caller = '0x00000000000000000000000000000000000000c1'
const callee = '0x00000000000000000000000000000000000000c2'

/** Calls the other one, reverts where that answers zero, and returns its own slot 5. */
const callerCode = `0x60205f5f5f5f73${callee.slice(2)}5af1505f516026575f5ffd5b6005545f5260205ff3`
/** Returns its slot 1. */
const calleeCode = '0x6001545f5260205ff3'

function word(value: number): string {
  return `0x${value.toString(16).padStart(64, '0')}`
}

test('a run on a fork goes on beyond a contract that is not known, and answers what is true', async () => {
  await using live = await startLiveNode()
  for (const [method, ...params] of [
    ['anvil_setCode', caller, callerCode],
    ['anvil_setCode', callee, calleeCode],
    ['anvil_setStorageAt', caller, '0x5', word(7)],
    ['anvil_setStorageAt', callee, '0x1', word(3)],
    ['evm_mine'],
  ]) {
    await live.request({ method: method as string, params })
  }
  await using fork = await createDevnet({
    clock: 'manual',
    mining: 'auto',
    fork: { url: live.url, prefetch: 'off' },
  })
  const call = () =>
    fork.provider.request({ method: 'eth_call', params: [{ to: caller }, 'latest'] } as never)
  const before = fork.forkInfo?.exchanges ?? 0
  expect(await call()).toBe(word(7))
  // The caller with its first slots; the callee with its own, of which it returns one.
  expect((fork.forkInfo?.exchanges ?? 0) - before).toBe(2)
  expect(await call()).toBe(word(7))
  expect((fork.forkInfo?.exchanges ?? 0) - before).toBe(2)
})

/** Reads the slot that its slot 0 names, then the balance of the address in it, and returns both added. */
const chainCode = '0x5f54805490315f5401015f5260205ff3'

test('whatever a slot has, a guess that follows from it fails no transaction', async () => {
  await using live = await startLiveNode()
  const values = [1, 17, 18, 20, 21, 31, 32].map(
    (length) => `0x${'07'.repeat(length).padStart(64, '0')}`,
  )
  const targets = values.map((_, index) => `0x${(0xd000 + index).toString(16).padStart(40, '0')}`)
  for (const [index, value] of values.entries()) {
    const to = targets[index] as string
    await live.request({ method: 'anvil_setCode', params: [to, chainCode] })
    await live.request({ method: 'anvil_setStorageAt', params: [to, '0x0', value] })
  }
  await live.request({ method: 'evm_mine' })
  await using fork = await createDevnet({
    clock: 'manual',
    mining: 'auto',
    fork: { url: live.url, prefetch: 'off' },
  })
  const ask = (method: string, ...params: unknown[]) =>
    fork.provider.request({ method, params } as never) as Promise<unknown>
  const [from] = (await ask('eth_accounts')) as string[]
  for (const to of targets) {
    const hash = await ask('eth_sendTransaction', { from, to, gas: '0x30d40' })
    expect(await ask('eth_getTransactionReceipt', hash)).toMatchObject({ to })
  }
})
