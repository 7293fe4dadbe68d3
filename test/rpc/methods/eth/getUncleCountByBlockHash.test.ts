import { expect, it } from 'vitest'
import { client, missingArgument, twoSteps, zeroHash } from '../client.ts'

it('is zero in a block of today, and null where there is none', async () => {
  await using devnet = await client()
  const { hash } = await twoSteps(devnet)
  const ask = (block: unknown) => devnet.ask('eth_getUncleCountByBlockHash', block)
  expect(await ask(hash)).toBe('0x0')
  expect(await ask(zeroHash)).toBeNull()
  expect(await devnet.refusal('eth_getUncleCountByBlockHash')).toEqual(missingArgument(0))
})
