import { expect, it } from 'vitest'
import { client, twoSteps } from '../client.ts'

it('gives a block without its transactions, with what they paid', async () => {
  await using devnet = await client()
  const { hash } = await twoSteps(devnet)
  const { transactions, ...block } = await devnet.ask('eth_getBlockByHash', hash, false)
  const receipts = await devnet.ask('eth_getBlockReceipts', hash)
  const paid = (sum: bigint, receipt: { gasUsed: string; effectiveGasPrice: string }) =>
    sum + BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice)
  expect(await devnet.ask('ots_getBlockDetails', 1)).toEqual({
    block: { ...block, logsBloom: null, transactionCount: transactions.length },
    issuance: { blockReward: '0x0', uncleReward: '0x0', issuance: '0x0' },
    totalFees: `0x${receipts.reduce(paid, 0n).toString(16)}`,
  })
  expect(transactions).toHaveLength(3)
})

it('is null where there is no block', async () => {
  await using devnet = await client()
  expect(await devnet.ask('ots_getBlockDetails', '0x9')).toBeNull()
})
