import { serve } from 'preconf/server'
import { createTestClient, http, parseEther, publicActions, walletActions } from 'viem'
import { foundry } from 'viem/chains'
import { beforeAll, expect, test } from 'vitest'

const [alice, bob, carol] = [
  '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
] as const

const server = serve({
  port: 0,
  mining: 'auto',
  // What all chains begin with: contracts, balances, whatever takes long.
  warm: ({ provider }) =>
    provider.request({
      method: 'eth_sendTransaction',
      params: [{ from: alice, to: carol, value: '0x1' }],
    }),
})
// Starts it, and stops it after the tests.
beforeAll(() => server.start())

/** A client of the chain at a path; give each worker its own, or each test. */
function clientOf(chain: string) {
  const transport = http(`${server.url}/${chain}`)
  return createTestClient({ account: alice, mode: 'anvil', chain: foundry, transport })
    .extend(publicActions)
    .extend(walletActions)
}

test('what is done on one chain, no other has', async () => {
  const [one, other] = [clientOf('1'), clientOf('my-test')]
  await one.sendTransaction({ to: bob, value: parseEther('1') })
  expect(await one.getBalance({ address: bob })).toBe(parseEther('10001'))
  expect(await other.getBalance({ address: bob })).toBe(parseEther('10000'))
  expect(await other.getBalance({ address: carol })).toBe(parseEther('10000') + 1n)
})

test('a restarted chain is as it was in the beginning', async () => {
  const one = clientOf('1')
  await one.sendTransaction({ to: bob, value: parseEther('1') })
  await fetch(`${server.url}/1/restart`)
  expect(await one.getBalance({ address: bob })).toBe(parseEther('10000'))
})
