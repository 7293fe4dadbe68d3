import { expect, it } from 'vitest'
import { account, client } from '../client.ts'

it('forgets an account and its key, until a snapshot brings it back', async () => {
  await using devnet = await client({ accounts: 2 })
  const from = account(devnet, 1)
  const snapshot = await devnet.ask('evm_snapshot')
  expect(await devnet.ask('evm_removeAccount', from, '')).toBe(true)
  expect(await devnet.ask('evm_removeAccount', from, '')).toBe(false)
  expect(await devnet.ask('eth_accounts')).toEqual([account(devnet, 0)])
  expect(await devnet.refusal('eth_sendTransaction', { from, to: from })).toEqual({
    code: -32602,
    message: `No Signer available: unknown account ${from}`,
  })
  await devnet.ask('evm_revert', snapshot)
  expect(await devnet.ask('eth_sendTransaction', { from, to: from })).toMatch(/^0x/)
})

it('asks for the passphrase', async () => {
  await using devnet = await client()
  const added = await devnet.ask('personal_newAccount', 'secret')
  expect(await devnet.refusal('evm_removeAccount', added, 'guess')).toEqual({
    code: -32000,
    message: `could not decrypt key with given password: account ${added}`,
  })
})
