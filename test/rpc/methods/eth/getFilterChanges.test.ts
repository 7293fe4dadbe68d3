import { expect, it } from 'vitest'
import { client, missingArgument } from '../client.ts'

it('refuses a filter that is not there, in the words that make clients renew it', async () => {
  await using devnet = await client()
  expect(await devnet.refusal('eth_getFilterChanges', '0x1')).toEqual({
    code: -32000,
    message: 'filter not found',
  })
  expect(await devnet.refusal('eth_getFilterChanges')).toEqual(missingArgument(0))
})

it('does not give one filter what another has taken', async () => {
  await using devnet = await client()
  const [first, second] = [
    await devnet.ask('eth_newBlockFilter'),
    await devnet.ask('eth_newBlockFilter'),
  ]
  const { hash } = await devnet.seal()
  expect(await devnet.ask('eth_getFilterChanges', first)).toEqual([hash])
  expect(await devnet.ask('eth_getFilterChanges', second)).toEqual([hash])
})
