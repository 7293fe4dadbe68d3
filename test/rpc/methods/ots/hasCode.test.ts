import { expect, it } from 'vitest'
import { account, client, headerNotFound, twoSteps } from '../client.ts'

it('says whether there is code, at a block', async () => {
  await using devnet = await client()
  const { recorder } = await twoSteps(devnet)
  expect(await devnet.ask('ots_hasCode', recorder, 'latest')).toBe(true)
  expect(await devnet.ask('ots_hasCode', recorder)).toBe(true)
  expect(await devnet.ask('ots_hasCode', recorder, 0)).toBe(false)
  expect(await devnet.ask('ots_hasCode', account(devnet, 0), 'latest')).toBe(false)
  expect(await devnet.refusal('ots_hasCode', recorder, 9)).toEqual(headerNotFound)
})
