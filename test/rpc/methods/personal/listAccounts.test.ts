import { expect, it } from 'vitest'
import { account, client } from '../client.ts'

it('lists locked accounts too, which eth_accounts does not', async () => {
  await using devnet = await client({ accounts: 2 })
  const first = [account(devnet, 0), account(devnet, 1)]
  expect(await devnet.ask('personal_listAccounts')).toEqual(first)
  const added = await devnet.ask('personal_newAccount', 'secret')
  expect(await devnet.ask('personal_listAccounts')).toEqual([...first, added])
  expect(await devnet.ask('eth_accounts')).toEqual(first)
  await devnet.ask('personal_unlockAccount', added, 'secret')
  expect(await devnet.ask('eth_accounts')).toEqual([...first, added])
})
