import { expect, it } from 'vitest'
import { client, missingArgument, word } from '../client.ts'

it('finds no work right', async () => {
  await using devnet = await client()
  expect(await devnet.ask('eth_submitWork', '0x0000000000000001', word(1), word(2))).toBe(false)
  expect(await devnet.refusal('eth_submitWork')).toEqual(missingArgument(0))
})
