import { expect, it } from 'vitest'
import { client } from '../client.ts'

it('is the number of the sealed head, never of what is pre-confirmed', async () => {
  await using devnet = await client()
  expect(await devnet.ask('eth_blockNumber')).toBe('0x0')
  await devnet.flashblock()
  expect(await devnet.ask('eth_blockNumber')).toBe('0x0')
  await devnet.seal()
  expect(await devnet.ask('eth_blockNumber')).toBe('0x1')
})
