import { expect, it } from 'vitest'
import { account, client, invalidArgument } from '../client.ts'

it('collects hashes of transactions when they become executable', async () => {
  await using devnet = await client()
  const id = await devnet.ask('eth_newPendingTransactionFilter')
  const second = await devnet.send({ to: account(devnet, 1), nonce: '0x1' })
  expect(await devnet.ask('eth_getFilterChanges', id)).toEqual([])
  const first = await devnet.send({ to: account(devnet, 1), nonce: '0x0' })
  expect(await devnet.ask('eth_getFilterChanges', id)).toEqual([first, second])
})

it('collects whole transactions when asked to', async () => {
  await using devnet = await client()
  const id = await devnet.ask('eth_newPendingTransactionFilter', true)
  const hash = await devnet.send({ to: account(devnet, 1) })
  expect(await devnet.ask('eth_getFilterChanges', id)).toEqual([
    await devnet.ask('eth_getTransactionByHash', hash),
  ])
})

it('refuses a parameter that is none', async () => {
  await using devnet = await client()
  expect(await devnet.refusal('eth_newPendingTransactionFilter', 'full')).toEqual(
    invalidArgument(0, 'expected a boolean or an object, got "full"'),
  )
})
