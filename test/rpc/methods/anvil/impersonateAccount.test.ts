import { expect, it } from 'vitest'
import { bob } from '../../../support/transfers.ts'
import { account, client } from '../client.ts'

it('takes transactions of anybody until it is stopped, of contracts too', async () => {
  await using devnet = await client({ mining: 'auto' })
  const sent = { from: bob, to: account(devnet, 0), value: '0x1' }
  await devnet.ask('anvil_setBalance', bob, '0xde0b6b3a7640000')
  await devnet.ask('anvil_setCode', bob, '0x00')
  expect((await devnet.refusal('eth_sendTransaction', sent)).message).toContain(
    `unknown account ${bob}`,
  )
  await devnet.ask('hardhat_impersonateAccount', bob)
  const hash = await devnet.ask('eth_sendTransaction', sent)
  expect(await devnet.ask('eth_getTransactionReceipt', hash)).toMatchObject({
    from: bob,
    status: '0x1',
  })
  expect(await devnet.ask('hardhat_stopImpersonatingAccount', bob)).toBe(true)
  expect(await devnet.ask('hardhat_stopImpersonatingAccount', bob)).toBe(false)
  expect((await devnet.refusal('eth_sendTransaction', sent)).message).toContain(
    `unknown account ${bob}`,
  )
  await devnet.ask('anvil_autoImpersonateAccount', true)
  expect(await devnet.ask('eth_sendTransaction', sent)).not.toBe(hash)
})
