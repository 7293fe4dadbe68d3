import { expect, it } from 'vitest'
import { client, twoSteps, zeroHash } from '../../../rpc/methods/client.ts'

it('eth_getBlockReceipts gives those of what is pre-confirmed', async () => {
  await using devnet = await client()
  await twoSteps(devnet)
  const receipts = await devnet.ask('eth_getBlockReceipts', 'pending')
  expect(receipts).toMatchObject([{ blockHash: zeroHash }, { blockHash: zeroHash }])
})

it('eth_getBlockReceipts with compat base gives those of the newest sealed block', async () => {
  await using devnet = await client({ compat: 'base' })
  const { hash } = await twoSteps(devnet)
  const receipts = await devnet.ask('eth_getBlockReceipts', 'pending')
  expect(receipts).toEqual(await devnet.ask('eth_getBlockReceipts', hash))
  expect(receipts).toHaveLength(3)
})
