import { expect, it } from 'vitest'
import { account, client } from '../client.ts'

it('lets an address send without a key while it is unlocked', async () => {
  await using devnet = await client({ accounts: 2 })
  const from = `0x${'c0'.repeat(20)}`
  const request = { from, to: account(devnet, 1), value: '0x5' }
  await devnet.send({ to: from, value: '0xde0b6b3a7640000' })
  await devnet.seal()
  expect(await devnet.ask('evm_addAccount', from, 'secret')).toBe(true)
  expect(await devnet.ask('evm_addAccount', from, 'secret')).toBe(false)
  expect(await devnet.refusal('eth_sendTransaction', request)).toMatchObject({
    message: `authentication needed: password or unlock: account ${from} is locked`,
  })
  await devnet.ask('personal_unlockAccount', from, 'secret')
  const hash = await devnet.ask('eth_sendTransaction', request)
  await devnet.seal()
  expect(await devnet.ask('eth_getTransactionReceipt', hash)).toMatchObject({ from, status: '0x1' })
  expect(await devnet.ask('eth_accounts')).toEqual([account(devnet, 0), account(devnet, 1)])
  expect(await devnet.refusal('eth_sign', from, '0x')).toEqual({
    code: -32602,
    message: `No Signer available: unknown account ${from}`,
  })
})
