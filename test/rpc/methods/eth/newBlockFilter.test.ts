import { expect, it } from 'vitest'
import { client } from '../client.ts'

it('collects the hashes of sealed blocks', async () => {
  await using devnet = await client()
  await devnet.seal()
  const id = await devnet.ask('eth_newBlockFilter')
  const hashes = [(await devnet.seal()).hash, (await devnet.seal()).hash]
  expect(await devnet.ask('eth_getFilterChanges', id)).toEqual(hashes)
  expect(await devnet.ask('eth_getFilterChanges', id)).toEqual([])
})
