import { mnemonicToAccount } from 'viem/accounts'
import { expect, it } from 'vitest'
import { client, missingArgument } from '../client.ts'

const mnemonic = 'test test test test test test test test test test test junk'

it('adds the accounts that follow in the mnemonic', async () => {
  await using devnet = await client({ accounts: 2 })
  const added = [
    await devnet.ask('personal_newAccount', 'a'),
    await devnet.ask('personal_newAccount', 'b'),
  ]
  const expected = [2, 3].map((addressIndex) => mnemonicToAccount(mnemonic, { addressIndex }))
  expect(added).toEqual(expected.map(({ address }) => address.toLowerCase()))
})

it('is undone by going back to a snapshot', async () => {
  await using devnet = await client({ accounts: 1 })
  const snapshot = await devnet.ask('evm_snapshot')
  const added = await devnet.ask('personal_newAccount', '')
  await devnet.ask('evm_revert', snapshot)
  expect(await devnet.ask('personal_listAccounts')).not.toContain(added)
  expect(await devnet.ask('personal_newAccount', '')).toBe(added)
})

it('asks for a passphrase', async () => {
  await using devnet = await client()
  expect(await devnet.refusal('personal_newAccount')).toEqual(missingArgument(0))
})
