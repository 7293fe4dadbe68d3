import { expect, it } from 'vitest'
import { client } from '../client.ts'

it('preconf_removeFault ends one fault, by its id as hex or number', async () => {
  await using devnet = await client()
  const id = await devnet.ask('preconf_setFault', { kind: 'error', message: 'one' })
  await devnet.ask('preconf_setFault', { kind: 'error', message: 'two' })
  await devnet.ask('preconf_setFault', { kind: 'error', message: 'three' })
  expect(await devnet.ask('preconf_removeFault', id)).toBe(true)
  expect(await devnet.ask('preconf_removeFault', id)).toBe(false)
  expect((await devnet.refusal('eth_chainId')).message).toBe('two')
  expect(await devnet.ask('preconf_removeFault', 2)).toBe(true)
  expect((await devnet.refusal('eth_chainId')).message).toBe('three')
})
