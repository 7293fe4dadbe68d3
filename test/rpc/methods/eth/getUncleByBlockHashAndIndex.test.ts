import { expect, it } from 'vitest'
import { client, missingArgument, twoSteps, zeroHash } from '../client.ts'

it('is null in a block of today, and where there is none', async () => {
  await using devnet = await client()
  const { hash } = await twoSteps(devnet)
  const ask = (block: unknown) => devnet.ask('eth_getUncleByBlockHashAndIndex', block, '0x0')
  expect(await ask(hash)).toBeNull()
  expect(await ask(zeroHash)).toBeNull()
  expect(await devnet.refusal('eth_getUncleByBlockHashAndIndex', hash)).toEqual(missingArgument(1))
})
