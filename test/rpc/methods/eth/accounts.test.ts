import { expect, it } from 'vitest'
import { client } from '../client.ts'

it.each(['eth_accounts', 'eth_requestAccounts'])('%s lists the accounts', async (method) => {
  await using devnet = await client({ accounts: 2 })
  expect(await devnet.ask(method)).toEqual([
    '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266',
    '0x70997970c51812dc3a010c7d01b50e0d17dc79c8',
  ])
})

it.each([
  ['anvil', 3],
  ['hardhat', 2],
] as const)('as %s lists %i accounts when one is impersonated', async (compat, count) => {
  await using devnet = await client({ accounts: 2, compat })
  const stranger = '0x00000000000000000000000000000000005742a6'
  await devnet.ask('anvil_impersonateAccount', stranger)
  const accounts = (await devnet.ask('eth_accounts')) as readonly string[]
  expect(accounts).toHaveLength(count)
  expect(accounts.includes(stranger)).toBe(compat === 'anvil')

  await devnet.ask('anvil_stopImpersonatingAccount', stranger)
  expect(await devnet.ask('eth_accounts')).toHaveLength(2)
})
