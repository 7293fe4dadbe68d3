import { expect, it } from 'vitest'
import { client } from '../client.ts'

it('preconf_listFaults tells of the faults that may still apply', async () => {
  await using devnet = await client()
  expect(await devnet.ask('preconf_listFaults')).toEqual([])
  await devnet.ask('preconf_setFault', { kind: 'error', method: 'eth_chainId', times: 2 })
  await devnet.ask('preconf_setFault', { kind: 'error', method: 'eth_chainId', times: 1 })
  await devnet.ask('preconf_setFault', { kind: 'staleReads', flashblocks: '0x2' })
  const listed = [
    {
      id: '0x1',
      fault: { kind: 'error', times: 2, method: 'eth_chainId' },
      applied: 0,
      remaining: 2,
    },
    {
      id: '0x2',
      fault: { kind: 'error', times: 1, method: 'eth_chainId' },
      applied: 0,
      remaining: 1,
    },
    { id: '0x3', fault: { kind: 'staleReads', flashblocks: 2 }, applied: 0, remaining: null },
  ]
  expect(await devnet.ask('preconf_listFaults')).toEqual(listed)
  await devnet.refusal('eth_chainId')
  await devnet.refusal('eth_chainId')
  await devnet.refusal('eth_chainId')
  expect(await devnet.ask('preconf_listFaults')).toEqual(listed.slice(2))
})
