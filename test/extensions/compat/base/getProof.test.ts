import { expect, it } from 'vitest'
import { client, twoSteps } from '../../../rpc/methods/client.ts'

it.each([
  [undefined, '0x2'],
  ['base', '0x1'],
] as const)('eth_getProof with compat %s proves %s at pending', async (compat, value) => {
  await using devnet = await client({ compat })
  const { recorder } = await twoSteps(devnet)
  const at = (block: unknown) => devnet.ask('eth_getProof', recorder, ['0x0'], block)
  const pending = await at('pending')
  expect(pending.storageProof[0].value).toBe(value)
  const same = compat === 'base' ? 'latest' : { blockNumber: 'pending', flashblock: 1 }
  expect(pending).toEqual(await at(same))
})
