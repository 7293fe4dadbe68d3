import { expect, it } from 'vitest'
import { client } from '../client.ts'

it('preconf_labels answers the names of addresses', async () => {
  await using devnet = await client()
  expect(await devnet.ask('preconf_labels')).toEqual({})
  await devnet.loadFixture({ accounts: { carol: { balance: '1 ether' } } })
  const [carol = ''] = await devnet.ask('eth_accounts')
  expect(await devnet.ask('preconf_labels')).toEqual({ [carol]: 'carol' })
})
