import { expect, it } from 'vitest'
import { client } from '../client.ts'

it('is zero', async () => {
  await using devnet = await client()
  expect(await devnet.ask('eth_hashrate')).toBe('0x0')
})
