import { BrowserProvider } from 'ethers'
import { createDevnet } from 'preconf'
import { expect, test } from 'vitest'

test('ethers has the receipt when the transaction is pre-confirmed', async () => {
  await using devnet = await createDevnet({ mining: 'manual' })
  // ethers keeps answers for 250 ms, which is more than a flashblock takes.
  const provider = new BrowserProvider(devnet.provider, devnet.chainId, { cacheTimeout: -1 })
  const alice = await provider.getSigner(0)

  const sent = await alice.sendTransaction({ to: alice.address })
  expect(await sent.wait(0)).toBeNull() // looks once

  await devnet.flashblock()
  const receipt = await sent.wait(0)
  expect(receipt).toMatchObject({ status: 1, blockNumber: 1 })
  expect(await receipt?.confirmations()).toBe(0)
  expect(await provider.getBlockNumber()).toBe(0)

  await devnet.seal()
  expect(await receipt?.confirmations()).toBe(1)
  provider.destroy()
})
