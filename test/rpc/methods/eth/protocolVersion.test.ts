import { expect, it } from 'vitest'
import { client } from '../client.ts'

it('is eth/69', async () => {
  await using devnet = await client()
  expect(Number(await devnet.ask('eth_protocolVersion'))).toBe(69)
})
