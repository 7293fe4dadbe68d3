import { expect, it } from 'vitest'
import { client, twoSteps, zeroHash } from '../client.ts'

const method = 'debug_getModifiedAccountsByHash'

it('gives what debug_getModifiedAccountsByNumber gives', async () => {
  await using devnet = await client()
  const { hash } = await twoSteps(devnet)
  const changed = await devnet.ask('debug_getModifiedAccountsByNumber', '0x1')
  expect(changed).not.toEqual([])
  expect(await devnet.ask(method, hash)).toEqual(changed)
  const { hash: genesis } = await devnet.ask('eth_getBlockByNumber', '0x0', false)
  expect(await devnet.ask(method, genesis, hash)).toEqual(changed)
  expect(await devnet.refusal(method, genesis, zeroHash)).toEqual({
    code: -32000,
    message: `block ${zeroHash} not found`,
  })
})
