import { expect, it } from 'vitest'
import { client, twoSteps, word } from '../../../rpc/methods/client.ts'

it.each([
  [undefined, 2],
  ['base', 1],
] as const)('eth_getStorageAt with compat %s reads %i at pending', async (compat, value) => {
  await using devnet = await client({ compat })
  const { recorder } = await twoSteps(devnet)
  const at = (block: unknown) => devnet.ask('eth_getStorageAt', recorder, '0x0', block)
  expect(await at('pending')).toBe(word(value))
  expect(await at('latest')).toBe(word(1))
  expect(await at({ blockNumber: 'pending', flashblock: 1 })).toBe(word(2))
})
