import { expect, it } from 'vitest'
import { client } from '../client.ts'

it('is empty', async () => {
  await using devnet = await client()
  expect(await devnet.ask('debug_getBadBlocks')).toEqual([])
})
