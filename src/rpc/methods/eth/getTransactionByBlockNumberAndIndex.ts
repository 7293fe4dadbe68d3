import * as v from 'valibot'
import { transactionInShape } from '../../format/shape.ts'
import { formatTransactionAt } from '../../format/transaction/transaction.ts'
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
    const shown = block && formatTransactionAt(block, position)
    return shown ? transactionInShape(shown, devnet.settings.compatRules.answerShape) : null
  },
})
