import { expect, it } from 'vitest'
import { sendTransfer } from '../../../support/transfers.ts'
import { account, client } from '../client.ts'

it('takes a transaction out of the pool, and answers as the node of the name', async () => {
  await using devnet = await client()
  const first = await sendTransfer(devnet, { nonce: 0 })
  const second = await sendTransfer(devnet, { nonce: 1 })
  expect(await devnet.ask('anvil_dropTransaction', second)).toBe(second)
  expect(await devnet.ask('hardhat_dropTransaction', first)).toBe(true)
  expect(await devnet.ask('anvil_dropTransaction', first)).toBe(null)
  expect(await devnet.ask('hardhat_dropTransaction', first)).toBe(false)
  expect(await devnet.ask('txpool_status')).toEqual({ pending: '0x0', queued: '0x0' })
  expect(await devnet.ask('eth_getTransactionByHash', first)).toBe(null)
})

it('refuses one that is in a block, as Hardhat', async () => {
  await using devnet = await client()
  const hash = await sendTransfer(devnet)
  await devnet.seal()
  const { code, message } = await devnet.refusal('hardhat_dropTransaction', hash)
  expect([code, message]).toEqual([-32602, expect.stringContaining(hash)])
  expect(await devnet.ask('anvil_dropTransaction', hash)).toBe(null)
})

it('empties the pool, or takes out what one account has sent', async () => {
  await using devnet = await client()
  await sendTransfer(devnet, { nonce: 0 })
  await sendTransfer(devnet, { nonce: 1 })
  await sendTransfer(devnet, { nonce: 3 })
  const other = await sendTransfer(devnet, { from: 1 })
  await devnet.ask('anvil_removePoolTransactions', account(devnet, 0))
  expect(await devnet.ask('txpool_status')).toEqual({ pending: '0x1', queued: '0x0' })
  await devnet.ask('anvil_dropAllTransactions')
  expect(await devnet.ask('txpool_status')).toEqual({ pending: '0x0', queued: '0x0' })
  expect(devnet.transaction(other)).toMatchObject({ status: 'dropped' })
})

it('leaves what is pre-confirmed', async () => {
  await using devnet = await client()
  const hash = await sendTransfer(devnet)
  await devnet.flashblock()
  expect(await devnet.ask('anvil_dropTransaction', hash)).toBe(null)
  expect((await devnet.seal()).transactions).toEqual([hash])
})
