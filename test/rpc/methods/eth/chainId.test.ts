import { expect, it } from 'vitest'
import { client, tooMany } from '../client.ts'

it('is the chain id of the options', async () => {
  await using devnet = await client({ chainId: 8453 })
  expect(await devnet.ask('eth_chainId')).toBe('0x2105')
})

it('takes no parameters', async () => {
  await using devnet = await client()
  expect(await devnet.refusal('eth_chainId', 'latest')).toEqual(tooMany(0))
})
