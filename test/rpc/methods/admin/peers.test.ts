import { expect, it } from 'vitest'
import { client } from '../client.ts'

it('knows no other nodes', async () => {
  await using devnet = await client()
  expect(await devnet.ask('admin_peers')).toEqual([])
})
