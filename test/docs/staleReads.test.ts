import { createDevnet } from 'preconf'
import { createWalletClient, custom, publicActions } from 'viem'
import { basePreconf } from 'viem/chains'
import { expect, test } from 'vitest'

const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const carol = '0x00000000000000000000000000000000000ca201'

test('reads come from a node that is one flashblock behind', async () => {
  await using devnet = await createDevnet({ chainId: basePreconf.id, mining: 'manual' })
  const client = createWalletClient({
    account: alice,
    chain: basePreconf,
    transport: custom(devnet.provider),
  }).extend(publicActions)
  const balance = () => client.getBalance({ address: carol })
  await client.sendTransaction({ to: carol, value: 1n })
  await devnet.flashblock()
  await client.sendTransaction({ to: carol, value: 10n })
  await devnet.flashblock()

  const fault = devnet.faults.inject({ kind: 'staleReads', flashblocks: 1 })
  expect(await balance()).toBe(1n)

  devnet.faults.remove(fault)
  expect(await balance()).toBe(11n)
})
