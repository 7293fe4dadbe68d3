import { expect, it } from 'vitest'
import { account, client, missingArgument } from '../client.ts'

it('sends for a locked account with its passphrase', async () => {
  await using devnet = await client()
  const from = await devnet.ask('personal_newAccount', 'secret')
  await devnet.send({ to: from, value: '0xde0b6b3a7640000' })
  await devnet.seal()
  const request = { from, to: account(devnet, 1), value: '0x5' }
  expect(await devnet.refusal('personal_sendTransaction', request, 'guess')).toEqual({
    code: -32000,
    message: `could not decrypt key with given password: account ${from}`,
  })
  const hash = await devnet.ask('personal_sendTransaction', request, 'secret')
  await devnet.seal()
  expect(await devnet.ask('eth_getTransactionReceipt', hash)).toMatchObject({ from, status: '0x1' })
  expect(await devnet.refusal('eth_sendTransaction', request)).toMatchObject({
    message: expect.stringContaining('authentication needed: password or unlock'),
  })
  expect(await devnet.refusal('personal_sendTransaction', request)).toEqual(missingArgument(1))
})
