/**
 * @jest-environment-options {"preconf": {"mining": "flashblocks", "clock": "real", "blockTime": 1}}
 */
const [, { address: bob }] = chain.accounts

beforeEach(() => {
  jest.useFakeTimers()
})

test('matchers wait for blocks that come by themselves, whatever timers are fake', async () => {
  const { walletClient, publicClient } = await chain.clients()
  const hash = await walletClient.sendTransaction({ to: bob, value: 1n })
  await expect(hash).toBePreconfirmed()
  await expect(hash).toBeSealed()
  await expect(walletClient.sendTransaction({ data: '0x5f5ffd' })).toRevert()
  expect(await publicClient.getBalance({ address: bob })).toBe(10_000n * 10n ** 18n + 1n)
})
