import * as v from 'valibot'
import { receiptInShape } from '../../format/shape.ts'
import { defineMethod } from '../../method.ts'
import { hash32 } from '../../schema/hash32.ts'

/** Spec: execution-apis `eth_getTransactionReceipt`. */
export const getTransactionReceipt = defineMethod({
  name: 'eth_getTransactionReceipt',
  summary: 'Receipt of a transaction, as soon as it is pre-confirmed.',
  params: v.strictTuple([hash32]),
  handler: ({ devnet, reader }, [hash]) => {
    const located = reader.transaction(hash)
    if (located?.block === undefined) return null
    return receiptInShape(located.receipt, located.block, devnet.settings.compatRules.answerShape)
  },
})
