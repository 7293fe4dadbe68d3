import { expect, it } from 'vitest'
import { client, tooMany } from '../client.ts'

it('is the level that Otterscan looks for', async () => {
  await using devnet = await client()
  expect(await devnet.ask('ots_getApiLevel')).toBe(8)
  expect(await devnet.refusal('ots_getApiLevel', 1)).toEqual(tooMany(0))
})
