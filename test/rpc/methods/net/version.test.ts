import { expect, it } from 'vitest'
import { client } from '../client.ts'

it('is the chain id as a decimal string', async () => {
  await using devnet = await client()
  expect(await devnet.ask('net_version')).toBe('31337')
})
