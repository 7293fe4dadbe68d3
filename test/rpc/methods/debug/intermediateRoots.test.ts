import { expect, it } from 'vitest'
import { client, twoSteps, zeroHash } from '../client.ts'

const method = 'debug_intermediateRoots'

it('gives the root after each transaction, the last one that of the block', async () => {
  await using devnet = await client()
  const { hash } = await twoSteps(devnet)
  const roots = await devnet.ask(method, hash)
  const { stateRoot } = await devnet.ask('eth_getBlockByHash', hash, false)
  expect(new Set(roots).size).toBe(3)
  expect(roots[2]).toBe(stateRoot)
})

it('says that there is nothing to run', async () => {
  await using devnet = await client()
  const { hash } = await devnet.ask('eth_getBlockByNumber', '0x0', false)
  expect(await devnet.refusal(method, hash)).toEqual({
    code: -32000,
    message: 'genesis is not traceable',
  })
  expect(await devnet.refusal(method, zeroHash)).toEqual({
    code: -32000,
    message: `block ${zeroHash} not found`,
  })
})
