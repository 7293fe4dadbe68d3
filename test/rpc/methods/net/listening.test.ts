import { expect, it } from 'vitest'
import { client } from '../client.ts'

it('is true', async () => {
  await using devnet = await client()
  expect(await devnet.ask('net_listening')).toBe(true)
})
