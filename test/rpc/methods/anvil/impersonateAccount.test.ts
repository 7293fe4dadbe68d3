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

it('has ecrecover return an account for a signature, in calls and transactions', async () => {
  await using devnet = await client({ mining: 'auto' })
  const rs = '11'.repeat(64)
  /** As ECRECOVER takes it: a hash, v as a word, r and s. */
  const input = (hash: string, v = '1b', rest = rs) =>
    `0x${hash.repeat(32)}${v.padStart(64, '0')}${rest}`
  const recovered = (data: string) =>
    devnet.ask('eth_call', { to: `0x${'1'.padStart(40, '0')}`, data }, 'latest')
  const before = await recovered(input('22'))
  const asWord = (address: string) => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`
  // Anvil takes a list in the list of parameters.
  expect(await devnet.ask('anvil_impersonateSignature', [`0x${rs}1b`, bob])).toBe(null)
  expect(await recovered(input('22'))).toBe(asWord(bob))
  expect(await recovered(input('33'))).toBe(asWord(bob))
  expect(await recovered(input('22', '1c'))).not.toBe(asWord(bob))
  expect(before).not.toBe(asWord(bob))
  const other = '44'.repeat(64)
  await devnet.ask('anvil_impersonateSignature', `0x${other}05`, account(devnet, 1))
  expect(await recovered(input('33', '05', other))).toBe(asWord(account(devnet, 1)))
  // Stores what ECRECOVER returns.
  const contract = `0x${'c0'.repeat(20)}`
  const code = '0x36600060003760206000366000600161fffffa50600051600055'
  await devnet.ask('anvil_setCode', contract, code)
  const from = account(devnet, 0)
  await devnet.ask('eth_sendTransaction', { from, to: contract, data: input('55'), gas: '0x30d40' })
  expect(await devnet.ask('eth_getStorageAt', contract, '0x0', 'latest')).toBe(asWord(bob))
  for (const params of [['0x1111', bob], [`0x${rs}1b`], [[`0x${rs}1b`]]]) {
    expect(await devnet.refusal('anvil_impersonateSignature', ...params)).toMatchObject({
      code: -32602,
    })
  }
})
