import * as v from 'valibot'
import { transactionInShape } from '../../format/shape.ts'
import { formatTransaction, placeIn } from '../../format/transaction/transaction.ts'
import { defineMethod } from '../../method.ts'
import { hash32 } from '../../schema/hash32.ts'

/** Spec: execution-apis `eth_getTransactionByHash`. */
export const getTransactionByHash = defineMethod({
  name: 'eth_getTransactionByHash',
  summary: 'Transaction by hash: sealed, pre-confirmed or in the pool.',
  params: v.strictTuple([hash32]),
  handler: ({ devnet, reader }, [hash]) => {
    const located = reader.transaction(hash)
    if (located === undefined) return null
    const { transaction, block, receipt } = located
    const shown = formatTransaction(transaction, block && placeIn(block, receipt.index))
    return transactionInShape(shown, devnet.settings.compatRules.answerShape)
  },
})
