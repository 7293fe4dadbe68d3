import { createDevnet } from 'preconf'
import { createWalletClient, custom, publicActions } from 'viem'
import { basePreconf } from 'viem/chains'
import { expect, test } from 'vitest'

const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const carol = '0x00000000000000000000000000000000000ca201'

test('the state after each flashblock can be read', async () => {
  await using devnet = await createDevnet({ chainId: basePreconf.id, mining: 'manual' })
  const client = createWalletClient({
    account: alice,
    chain: basePreconf,
    transport: custom(devnet.provider),
  }).extend(publicActions)
  for (const value of [1n, 10n, 100n]) {
    await client.sendTransaction({ to: carol, value })
    await devnet.flashblock()
  }

  // A provider for which flashblock 2 stays the newest one.
  const then = createWalletClient({
    chain: basePreconf,
    transport: custom(devnet.at({ flashblock: 2 })),
  }).extend(publicActions)
  expect(await then.getBalance({ address: carol })).toBe(11n)
  expect((await then.getBlock()).transactions).toHaveLength(2)

  // The same in one request, from any language.
  const balanceAfter = (flashblock: number) =>
    devnet.provider.request({
      method: 'eth_getBalance',
      params: [carol, { blockNumber: 'pending', flashblock }],
    })
  expect(await balanceAfter(0)).toBe('0x0')
  expect(await balanceAfter(1)).toBe('0x1')
  await expect(balanceAfter(4)).rejects.toMatchObject({ code: -32000 })

  await devnet.seal()
  expect(await then.getBalance({ address: carol })).toBe(11n)
  await expect(balanceAfter(1)).rejects.toMatchObject({ code: -32000 })
})
