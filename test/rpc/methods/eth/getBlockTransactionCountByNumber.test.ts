import { expect, it } from 'vitest'
import { client, missingArgument, twoSteps } from '../client.ts'

it('counts at every kind of block', async () => {
  await using devnet = await client()
  await twoSteps(devnet)
  const countAt = (block: unknown) => devnet.ask('eth_getBlockTransactionCountByNumber', block)
  expect({
    latest: await countAt('latest'),
    pending: await countAt('pending'),
    earliest: await countAt('earliest'),
    number1: await countAt('0x1'),
    unknown: await countAt('0x9'),
  }).toEqual({ latest: '0x3', pending: '0x2', earliest: '0x0', number1: '0x3', unknown: null })
})

it('refuses a call without block', async () => {
  await using devnet = await client()
  expect(await devnet.refusal('eth_getBlockTransactionCountByNumber')).toEqual(missingArgument(0))
})
