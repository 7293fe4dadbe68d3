import { expect, it } from 'vitest'
import { client } from '../client.ts'

it('is a gwei', async () => {
  await using devnet = await client()
  expect(await devnet.ask('eth_maxPriorityFeePerGas')).toBe('0x3b9aca00')
})
