import { expect, it } from 'vitest'
import { client, listen } from '../methods/client.ts'

it('takes a subscription to syncing, and never pushes', async () => {
  await using devnet = await client()
  const { results } = await listen(devnet, 'syncing')
  await devnet.seal()
  expect(results).toEqual([])
})
