import { expect, it } from 'vitest'
import { sendTransfer } from '../../../support/transfers.ts'
import { account, client } from '../client.ts'

it('drops the transactions below the nonce, and makes those at it executable', async () => {
  await using devnet = await client()
  const below = await sendTransfer(devnet, { nonce: 1 })
  const at = await sendTransfer(devnet, { nonce: 3 })
  await devnet.ask('anvil_setNonce', account(devnet, 0), 3)
  expect(devnet.transaction(below)).toMatchObject({ status: 'dropped' })
  const { transactions } = await devnet.seal()
  expect(transactions).toEqual([at])
  expect(await devnet.ask('eth_getTransactionCount', account(devnet, 0))).toBe('0x4')
})

it('takes a lower nonce as anvil, and refuses it as Hardhat', async () => {
  await using devnet = await client()
  const address = account(devnet, 0)
  await devnet.ask('hardhat_setNonce', address, 5)
  expect(await devnet.refusal('hardhat_setNonce', address, 4)).toEqual({
    code: -32000,
    message: 'New nonce (4) must not be smaller than the existing nonce (5)',
  })
  expect(await devnet.ask('hardhat_setNonce', address, 5)).toBe(true)
  await devnet.ask('anvil_setNonce', address, 4)
  expect(await devnet.ask('eth_getTransactionCount', address)).toBe('0x4')
})
