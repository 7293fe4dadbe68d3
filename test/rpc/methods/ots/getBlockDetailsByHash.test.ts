import { expect, it } from 'vitest'
import { client, twoSteps, zeroHash } from '../client.ts'

it('gives what ots_getBlockDetails gives', async () => {
  await using devnet = await client()
  const { hash } = await twoSteps(devnet)
  const details = await devnet.ask('ots_getBlockDetailsByHash', hash)
  expect(details).toEqual(await devnet.ask('ots_getBlockDetails', '0x1'))
  expect(details.block.hash).toBe(hash)
  expect(await devnet.ask('ots_getBlockDetailsByHash', zeroHash)).toBeNull()
})
