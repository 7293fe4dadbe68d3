import { createDevnet } from 'preconf'
import { ethersProvider } from 'preconf/ethers'
import { expect, test } from 'vitest'

test('ethers gets events in process', async () => {
  await using devnet = await createDevnet({ mining: 'manual' })
  const provider = ethersProvider(devnet)
  const [alice = expect.fail(), bob = expect.fail()] = provider.signers

  const sent = await alice.sendTransaction({ to: bob.address, value: 1n })
  const receipt = sent.wait()
  await devnet.seal()
  expect(await receipt).toMatchObject({ status: 1, blockNumber: 1 })
  // Nothing is kept for 250 ms.
  expect(await alice.getNonce()).toBe(1)
})
