import { createDevnet } from 'preconf'
import { expect, test } from 'vitest'

const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const balance = { method: 'eth_getBalance', params: [bob, 'latest'] }

const richBob = { accounts: { bob: { address: bob, balance: '1e6 ether' } } } as const

test('a fixture is laid over the chain, and brought back when it is loaded again', async () => {
  await using devnet = await createDevnet()
  await devnet.loadFixture(richBob)
  await devnet.provider.request({ method: 'anvil_setBalance', params: [bob, '0x0'] })

  await devnet.loadFixture(richBob)
  expect(await devnet.provider.request(balance)).toBe('0xd3c21bcecceda1000000')
})

test('over HTTP it is sent as an object, or as text', async () => {
  await using devnet = await createDevnet()
  const { url } = await devnet.listen({ port: 0 })
  const request = { method: 'preconf_loadFixture', params: [richBob], id: 1, jsonrpc: '2.0' }
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(request) })
  const { result } = (await response.json()) as { result: unknown }
  expect(result).toMatchObject({ accounts: { bob: { address: bob.toLowerCase() } } })
  expect(await devnet.provider.request(balance)).toBe('0xd3c21bcecceda1000000')
})
