import { expect, it } from 'vitest'
import { account, client } from '../client.ts'

it('lets an account sign and send only with its passphrase', async () => {
  await using devnet = await client()
  const from = account(devnet, 0)
  const locked = {
    code: -32000,
    message: `authentication needed: password or unlock: account ${from} is locked`,
  }
  expect(await devnet.ask('personal_lockAccount', from)).toBe(true)
  expect(await devnet.refusal('eth_sign', from, '0x')).toEqual(locked)
  expect(await devnet.refusal('eth_sendTransaction', { from, to: from })).toEqual(locked)
  expect(await devnet.ask('eth_accounts')).not.toContain(from)
  expect(await devnet.ask('personal_unlockAccount', from, '')).toBe(true)
  expect(await devnet.ask('eth_sendTransaction', { from, to: from })).toMatch(/^0x/)
})

it('says when there is no such account', async () => {
  await using devnet = await client()
  expect(await devnet.ask('personal_lockAccount', `0x${'c0'.repeat(20)}`)).toBe(false)
})
