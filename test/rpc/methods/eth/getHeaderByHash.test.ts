import { expect, it } from 'vitest'
import { client, missingArgument, twoSteps, zeroHash } from '../client.ts'

it('is the header by number, and null where there is no block', async () => {
  await using devnet = await client()
  const { hash } = await twoSteps(devnet)
  const header = await devnet.ask('eth_getHeaderByHash', hash)
  expect(header.hash).toBe(hash)
  expect(header).toEqual(await devnet.ask('eth_getHeaderByNumber', '0x1'))
  expect(await devnet.ask('eth_getHeaderByHash', zeroHash)).toBeNull()
  expect(await devnet.refusal('eth_getHeaderByHash')).toEqual(missingArgument(0))
})
