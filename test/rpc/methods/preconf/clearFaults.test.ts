import { expect, it } from 'vitest'
import { client } from '../client.ts'

it('preconf_clearFaults ends all faults', async () => {
  await using devnet = await client()
  await devnet.ask('preconf_setFault', { kind: 'error', method: '*' })
  await devnet.ask('preconf_setFault', { kind: 'dropAtSeal' })
  expect((await devnet.refusal('eth_chainId')).message).toBe('injected fault')
  expect(await devnet.ask('preconf_clearFaults')).toBeNull()
  expect(await devnet.ask('eth_chainId')).toBe('0x7a69')
  expect(devnet.faults.list()).toEqual([])
})
