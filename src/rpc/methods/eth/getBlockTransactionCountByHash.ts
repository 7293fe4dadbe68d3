import * as v from 'valibot'
import { quantity } from '../../../lib/hex.ts'
import { defineMethod } from '../../method.ts'
import { hash32 } from '../../schema/hash32.ts'

/** Spec: execution-apis `eth_getBlockTransactionCountByHash`. */
export const getBlockTransactionCountByHash = defineMethod({
  name: 'eth_getBlockTransactionCountByHash',
  summary: 'How many transactions a block has, by hash.',
  params: v.strictTuple([hash32]),
  handler: async ({ reader }, [hash]) => {
    const block = await reader.find({ hash })
    return block === undefined ? null : quantity(block.transactions.length)
  },
})
