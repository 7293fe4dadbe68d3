import { expect, it } from 'vitest'
import { client, word } from '../client.ts'
import { scene } from '../trace/scene.ts'

const method = 'ots_getBlockTransactions'

async function threeForwards() {
  const devnet = await client()
  const { forward, recorder } = await scene(devnet)
  for (const value of [1, 2, 3]) await forward(recorder, word(value))
  await devnet.seal()
  return devnet
}

it('gives pages of transactions with their receipts', async () => {
  await using devnet = await threeForwards()
  const block = await devnet.ask('eth_getBlockByNumber', 'latest', true)
  const receipts = await devnet.ask('eth_getBlockReceipts', 'latest')
  const cut = block.transactions.map((transaction: { input: string }) => ({
    ...transaction,
    input: transaction.input.slice(0, 10),
  }))
  const bare = receipts.map((receipt: object) => ({
    ...receipt,
    logs: null,
    logsBloom: null,
    timestamp: Number(block.timestamp),
  }))
  const page = (from: number, to: number) => ({
    fullblock: {
      ...block,
      logsBloom: null,
      transactionCount: 3,
      transactions: cut.slice(from, to),
    },
    receipts: bare.slice(from, to),
  })
  expect(cut).toHaveLength(3)
  expect(await devnet.ask(method, 5, 0, 2)).toEqual(page(0, 2))
  expect(await devnet.ask(method, '0x5', 1, 2)).toEqual(page(2, 3))
  expect(await devnet.ask(method, 5, 2, 2)).toEqual(page(3, 3))
  expect(await devnet.ask(method, 9, 0, 2)).toBeNull()
})

it('refuses pages that are too large', async () => {
  await using devnet = await client()
  expect(await devnet.refusal(method, 0, 0, 1_001)).toEqual({
    code: -32602,
    message: 'invalid argument 2: expected a number from 1 to 1000, got 1001',
  })
  expect(await devnet.refusal(method, 0, 0, 0)).toMatchObject({ code: -32602 })
})
