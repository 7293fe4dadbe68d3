import * as v from 'valibot'
import { transactionInShapeAt } from '../../format/shape.ts'
import { defineMethod } from '../../method.ts'
import { hash32 } from '../../schema/hash32.ts'
import { index } from '../../schema/quantity.ts'

/** Spec: execution-apis `eth_getTransactionByBlockHashAndIndex`. */
export const getTransactionByBlockHashAndIndex = defineMethod({
  name: 'eth_getTransactionByBlockHashAndIndex',
  summary: 'Transaction by its position in a block, by hash.',
  params: v.strictTuple([hash32, index]),
  handler: async ({ devnet, reader }, [hash, position]) => {
    const block = await reader.find({ hash })
    const { answerShape } = devnet.settings.compatRules
    return block === undefined ? null : transactionInShapeAt(block, position, answerShape)
  },
})
