import { expect, it } from 'vitest'
import { client } from '../client.ts'

it.each(['eth_accounts', 'eth_requestAccounts'])('%s lists the accounts', async (method) => {
  await using devnet = await client({ accounts: 2 })
  expect(await devnet.ask(method)).toEqual([
    '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266',
    '0x70997970c51812dc3a010c7d01b50e0d17dc79c8',
  ])
})
