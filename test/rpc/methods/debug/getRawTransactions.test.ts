import { expect, it } from 'vitest'
import { client, twoSteps } from '../client.ts'

it.each(['latest', 'pending'])('gives the transactions of a block, at %s', async (block) => {
  await using devnet = await client()
  await twoSteps(devnet)
  const { transactions } = await devnet.ask('eth_getBlockByNumber', block, false)
  const each = transactions.map((hash: string) => devnet.ask('eth_getRawTransactionByHash', hash))
  expect(await devnet.ask('debug_getRawTransactions', block)).toEqual(await Promise.all(each))
  expect(await devnet.ask('debug_getRawTransactions', '0x0')).toEqual([])
  expect(await devnet.ask('debug_getRawTransactions', 9)).toEqual([])
})
