import * as v from 'valibot'
import { quantity } from '../../../lib/hex.ts'
import { defineMethod } from '../../method.ts'
import { blockNumber } from '../../schema/blockId.ts'

/** Spec: execution-apis `eth_getBlockTransactionCountByNumber`. */
export const getBlockTransactionCountByNumber = defineMethod({
  name: 'eth_getBlockTransactionCountByNumber',
  summary: 'How many transactions a block has, by number or tag.',
  params: v.strictTuple([blockNumber]),
  handler: async ({ reader }, [id]) => {
    const block = await reader.find(id)
    return block === undefined ? null : quantity(block.transactions.length)
  },
})
