import { describe, expect, it } from 'vitest'
import { client, twoSteps } from '../client.ts'

const method = 'trace_replayBlockTransactions'
const types = ['trace', 'stateDiff']

describe(method, () => {
  it.each(['latest', 'pending'])(
    'tells of each transaction as if it were asked for it, at %s',
    async (block) => {
      await using devnet = await client()
      await twoSteps(devnet)
      const { transactions } = await devnet.ask('eth_getBlockByNumber', block, false)
      const each = transactions.map(async (transactionHash: string) => ({
        transactionHash,
        ...(await devnet.ask('trace_replayTransaction', transactionHash, types)),
      }))
      expect(await devnet.ask(method, block, types)).toEqual(await Promise.all(each))
      expect(transactions).not.toEqual([])
    },
  )

  it('is empty for genesis, and null where there is no block', async () => {
    await using devnet = await client()
    expect(await devnet.ask(method, 'earliest', types)).toEqual([])
    expect(await devnet.ask(method, 9, types)).toBeNull()
  })
})
