import { expect, it } from 'vitest'
import { client } from '../client.ts'

it('begins like a development node that tools know, and names us', async () => {
  await using devnet = await client()
  expect(await devnet.ask('web3_clientVersion')).toMatch(
    /^anvil\/v\d+\.\d+\.\d+ \(preconf\/\d+\.\d+\.\d+\)$/,
  )
})
