import { expect, it } from 'vitest'
import { client, missingArgument, twoSteps } from '../client.ts'

it('finds a transaction by its position, at pending too', async () => {
  await using devnet = await client()
  await twoSteps(devnet)
  const at = (block: string, index: string) =>
    devnet.ask('eth_getTransactionByBlockNumberAndIndex', block, index)
  for (const block of ['latest', '0x1', 'pending']) {
    const [, second] = (
      await devnet.ask('eth_getBlockByNumber', block === '0x1' ? 'latest' : block, true)
    ).transactions
    expect(await at(block, '0x1')).toEqual(second)
  }
  expect(await at('latest', '0x3')).toBeNull()
  expect(await at('0x9', '0x0')).toBeNull()
})

it('refuses parameters that are none', async () => {
  await using devnet = await client()
  const ask = (...params: unknown[]) =>
    devnet.refusal('eth_getTransactionByBlockNumberAndIndex', ...params)
  expect(await ask()).toEqual(missingArgument(0))
  expect(await ask('latest')).toEqual(missingArgument(1))
  expect((await ask('latest', 1)).code).toBe(-32602)
})
