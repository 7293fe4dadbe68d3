import { expect, it } from 'vitest'
import { client, missingArgument, twoSteps, zeroHash } from '../client.ts'

it('counts the transactions of a block', async () => {
  await using devnet = await client()
  const { hash } = await twoSteps(devnet)
  expect(await devnet.ask('eth_getBlockTransactionCountByHash', hash)).toBe('0x3')
  expect(await devnet.ask('eth_getBlockTransactionCountByHash', zeroHash)).toBeNull()
})

it('refuses a call without hash', async () => {
  await using devnet = await client()
  expect(await devnet.refusal('eth_getBlockTransactionCountByHash')).toEqual(missingArgument(0))
})
