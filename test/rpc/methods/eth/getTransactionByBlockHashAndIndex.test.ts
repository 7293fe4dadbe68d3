import { expect, it } from 'vitest'
import { client, missingArgument, twoSteps, zeroHash } from '../client.ts'

it('finds a transaction by its position', async () => {
  await using devnet = await client()
  const { hash } = await twoSteps(devnet)
  const { transactions } = await devnet.ask('eth_getBlockByHash', hash, true)
  const at = (index: string) => devnet.ask('eth_getTransactionByBlockHashAndIndex', hash, index)
  expect([await at('0x0'), await at('0x1'), await at('0x2')]).toEqual(transactions)
  expect(await at('0x3')).toBeNull()
  expect(await at('0xffffffffffffffff')).toBeNull()
  expect(await devnet.ask('eth_getTransactionByBlockHashAndIndex', zeroHash, '0x0')).toBeNull()
})

it('refuses parameters that are none', async () => {
  await using devnet = await client()
  const ask = (...params: unknown[]) =>
    devnet.refusal('eth_getTransactionByBlockHashAndIndex', ...params)
  expect(await ask()).toEqual(missingArgument(0))
  expect(await ask(zeroHash)).toEqual(missingArgument(1))
  expect((await ask(zeroHash, '0')).code).toBe(-32602)
})
