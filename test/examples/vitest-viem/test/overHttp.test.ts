import { workerUrl } from 'preconf/vitest'
import { createWalletClient, http, parseEther, publicActions } from 'viem'
import { foundry } from 'viem/chains'
import { beforeEach, expect, test } from 'vitest'
import { alice, bob } from './token'

// What is tested here speaks to a node over HTTP: each worker has a chain of its own.
const url = workerUrl()
const client = createWalletClient({ account: alice, chain: foundry, transport: http(url) }).extend(
  publicActions,
)

beforeEach(async () => {
  await fetch(`${url}/restart`)
})

test.for([1, 2, 3])('a payment arrives over HTTP: %i', async (ether) => {
  await client.sendTransaction({ to: bob, value: parseEther(String(ether)) })
  expect(await client.getBalance({ address: bob })).toBe(parseEther(String(10_000 + ether)))
})
