import { expect, it } from 'vitest'
import { client, tooMany } from '../client.ts'

it('has none', async () => {
  await using devnet = await client()
  expect(await devnet.ask('eth_getWork')).toEqual([])
  expect(await devnet.refusal('eth_getWork', 1)).toEqual(tooMany(0))
})
