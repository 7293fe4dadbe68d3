import { expect, it } from 'vitest'
import { client } from '../client.ts'

it.each([
  ['auto', true],
  ['manual', false],
] as const)('in %s mode is %s', async (mining, expected) => {
  await using devnet = await client({ mining })
  expect(await devnet.ask('eth_mining')).toBe(expected)
})
