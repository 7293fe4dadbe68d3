import { test } from 'preconf/vitest'
import { parseEther } from 'viem'

const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

test.concurrent('a transfer arrives', async ({ walletClient, publicClient, expect }) => {
  const hash = await walletClient.sendTransaction({ to: bob, value: parseEther('1') })
  await expect(hash).toBeSealed()
  expect(await publicClient.getBalance({ address: bob })).toBe(parseEther('10001'))
})

test.concurrent('other tests do not see it', async ({ publicClient, expect }) => {
  expect(await publicClient.getBalance({ address: bob })).toBe(parseEther('10000'))
  expect(await publicClient.getBlockNumber()).toBe(0n)
})

test.concurrent('ethers has the same chain', async ({ signer, provider, chain, expect }) => {
  const sent = await signer.sendTransaction({ to: bob, value: parseEther('1') })
  await sent.wait()
  expect(await provider.getBalance(bob)).toBe(parseEther('10001'))
  expect(chain.transaction(sent.hash as `0x${string}`).status).toBe('sealed')
})
