import { expect, it } from 'vitest'
import { account, client, deployRecorder, invalidArgument } from '../client.ts'

it('sends from an address without a known key', async () => {
  await using devnet = await client()
  const from = `0x${'c0'.repeat(20)}`
  await devnet.send({ to: from, value: '0xde0b6b3a7640000' })
  await devnet.seal()
  const hash = await devnet.ask('eth_sendUnsignedTransaction', {
    from,
    to: account(devnet, 1),
    value: '0x5',
  })
  await devnet.seal()
  expect(await devnet.ask('eth_getTransactionReceipt', hash)).toMatchObject({ from, status: '0x1' })
  expect(await devnet.ask('eth_getTransactionByHash', hash)).toMatchObject({ from, nonce: '0x0' })
})

it('sends from a contract', async () => {
  await using devnet = await client()
  const from = await deployRecorder(devnet)
  await devnet.send({ to: from, value: '0xde0b6b3a7640000' })
  await devnet.seal()
  const request = { from, to: account(devnet, 1), gas: '0x5208' }
  const hash = await devnet.ask('eth_sendUnsignedTransaction', request)
  await devnet.seal()
  expect(await devnet.ask('eth_getTransactionReceipt', hash)).toMatchObject({ from, status: '0x1' })
})

it('refuses a transaction without a sender', async () => {
  await using devnet = await client()
  expect(await devnet.refusal('eth_sendUnsignedTransaction', { to: account(devnet, 1) })).toEqual(
    invalidArgument(0, 'from: missing value for required field'),
  )
})
