import { expect, it } from 'vitest'
import { client } from '../client.ts'

it('is in seconds as anvil, in milliseconds as Hardhat', async () => {
  await using devnet = await client()
  const first = await devnet.seal()
  await devnet.ask('anvil_setBlockTimestampInterval', 12)
  const second = await devnet.seal()
  await devnet.ask('hardhat_setBlockTimestampInterval', 5_000)
  const third = await devnet.seal()
  expect([second.timestamp - first.timestamp, third.timestamp - second.timestamp]).toEqual([
    12n,
    5n,
  ])
  expect((await devnet.refusal('hardhat_setBlockTimestampInterval', 5)).message).toBe(
    'invalid argument 0: 5 ms is not a whole number of seconds, which timestamps of blocks need',
  )
})
