import * as v from 'valibot'
import { transactionInShapeAt } from '../../format/shape.ts'
import { defineMethod } from '../../method.ts'
import { blockNumber } from '../../schema/blockId.ts'
import { index } from '../../schema/quantity.ts'

/** Spec: execution-apis `eth_getTransactionByBlockNumberAndIndex`. */
export const getTransactionByBlockNumberAndIndex = defineMethod({
  name: 'eth_getTransactionByBlockNumberAndIndex',
  summary: 'Transaction by its position in a block, by number or tag.',
  params: v.strictTuple([blockNumber, index]),
  handler: async ({ devnet, reader }, [id, position]) => {
    const block = await reader.find(id)
    const { answerShape } = devnet.settings.compatRules
    return block === undefined ? null : transactionInShapeAt(block, position, answerShape)
  },
})
