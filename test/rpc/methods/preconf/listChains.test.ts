import { expect, it } from 'vitest'
import { client } from '../client.ts'

it('preconf_listChains answers the chains at paths of their own', async () => {
  await using devnet = await client()
  expect(await devnet.ask('preconf_listChains')).toEqual([])
  const { url } = await devnet.listen({ port: 0 })
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] })
  const headers = { 'content-type': 'application/json' }
  await fetch(`${url}/abc`, { method: 'POST', headers, body })
  const chain = { id: 'abc', asleep: false, leased: false, uses: '0x0' }
  expect(await devnet.ask('preconf_listChains')).toEqual([chain])
  const asked = await fetch(`${url}/abc`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'preconf_listChains', params: [] }),
  })
  expect(await asked.json()).toMatchObject({ result: [{ ...chain, uses: '0x1' }] })
})
