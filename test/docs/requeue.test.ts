import { BrowserProvider, parseEther } from 'ethers'
import { createDevnet } from 'preconf'
import { expect, test } from 'vitest'

test('a pre-confirmed transaction is sealed one block later', async () => {
  await using devnet = await createDevnet({ mining: 'manual' })
  const provider = new BrowserProvider(devnet.provider, devnet.chainId, { cacheTimeout: -1 })
  const [alice, bob] = await Promise.all([provider.getSigner(0), provider.getSigner(1)])
  devnet.faults.inject({ kind: 'dropAtSeal', from: alice.address as `0x${string}`, requeue: true })

  const sent = await alice.sendTransaction({ to: bob.address, value: parseEther('1') })
  await devnet.flashblock()
  expect(await provider.getBalance(bob.address, 'pending')).toBe(parseEther('10001'))

  await devnet.seal()
  expect(await provider.getBalance(bob.address, 'pending')).toBe(parseEther('10000'))
  expect(await provider.getTransactionReceipt(sent.hash)).toBeNull()
  expect(await provider.getTransaction(sent.hash)).toMatchObject({ blockNumber: null })
  expect(await alice.getNonce('pending')).toBe(1)

  await devnet.seal()
  expect(await provider.getTransactionReceipt(sent.hash)).toMatchObject({ blockNumber: 2 })
  provider.destroy()
})
