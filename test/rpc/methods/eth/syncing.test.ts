import { expect, it } from 'vitest'
import { client } from '../client.ts'

it('is false', async () => {
  await using devnet = await client()
  expect(await devnet.ask('eth_syncing')).toBe(false)
})
