import { expect, it } from 'vitest'
import { client, missingArgument, twoSteps } from '../client.ts'

it('is null in a block of today, and where there is none', async () => {
  await using devnet = await client()
  await twoSteps(devnet)
  const ask = (block: unknown) => devnet.ask('eth_getUncleByBlockNumberAndIndex', block, '0x0')
  expect(await ask('0x1')).toBeNull()
  expect(await ask('0x9')).toBeNull()
  expect(await devnet.refusal('eth_getUncleByBlockNumberAndIndex', '0x1')).toEqual(
    missingArgument(1),
  )
})
