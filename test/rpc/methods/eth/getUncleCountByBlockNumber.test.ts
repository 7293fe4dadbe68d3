import { expect, it } from 'vitest'
import { client, missingArgument, twoSteps } from '../client.ts'

it('is zero in a block of today, and null where there is none', async () => {
  await using devnet = await client()
  await twoSteps(devnet)
  const ask = (block: unknown) => devnet.ask('eth_getUncleCountByBlockNumber', block)
  expect(await ask('0x1')).toBe('0x0')
  expect(await ask('0x9')).toBeNull()
  expect(await devnet.refusal('eth_getUncleCountByBlockNumber')).toEqual(missingArgument(0))
})
