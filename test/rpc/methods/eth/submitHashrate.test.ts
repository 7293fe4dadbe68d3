import { expect, it } from 'vitest'
import { client, missingArgument, word } from '../client.ts'

it('notes no hash rate', async () => {
  await using devnet = await client()
  expect(await devnet.ask('eth_submitHashrate', word(5), word(1))).toBe(false)
  expect(await devnet.refusal('eth_submitHashrate', word(5))).toEqual(missingArgument(1))
})
