import { BrowserProvider } from 'ethers'
import { createDevnet } from 'preconf'
import { expect, test } from 'vitest'

test('a pre-confirmed transfer is not in the sealed block', async () => {
  await using devnet = await createDevnet({ mining: 'manual' })
  const provider = new BrowserProvider(devnet.provider, devnet.chainId, { cacheTimeout: -1 })
  const alice = await provider.getSigner(0)
  const { hash } = await alice.sendTransaction({ to: alice.address })

  await devnet.flashblock()
  expect(await provider.getTransactionReceipt(hash)).toMatchObject({ status: 1 })
  expect(await alice.getNonce('pending')).toBe(1)

  devnet.faults.inject({ kind: 'dropAtSeal' })
  await devnet.seal()
  expect(await provider.getTransactionReceipt(hash)).toBeNull()
  expect(await alice.getNonce('pending')).toBe(0)
})
