import { createTestClient, http, parseEther, publicActions, walletActions } from 'viem'
import { foundry } from 'viem/chains'
import { expect, test } from 'vitest'
import { startDevnet } from './devnet'

const [alice, bob] = [
  '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
] as const

test('a payment arrives in the container', async () => {
  const { container, url } = await startDevnet('--mining', 'auto')
  const chain = { ...foundry, rpcUrls: { default: { http: [url] } } }
  const client = createTestClient({ account: alice, chain, mode: 'anvil', transport: http() })
    .extend(publicActions)
    .extend(walletActions)
  await client.sendTransaction({ to: bob, value: parseEther('1') })
  expect(await client.getBalance({ address: bob })).toBe(parseEther('10001'))
  await container.stop()
})
