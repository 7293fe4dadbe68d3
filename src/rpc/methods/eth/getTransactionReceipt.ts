import * as v from 'valibot'
import { formatReceipt } from '../../format/receipt.ts'
import { defineMethod } from '../../method.ts'
import { hash32 } from '../../schema/hash32.ts'

/** Spec: execution-apis `eth_getTransactionReceipt`. */
export const getTransactionReceipt = defineMethod({
  name: 'eth_getTransactionReceipt',
  summary: 'Receipt of a transaction, as soon as it is pre-confirmed.',
  params: v.strictTuple([hash32]),
  handler: ({ reader }, [hash]) => {
    const located = reader.transaction(hash)
    return located?.block === undefined ? null : formatReceipt(located.receipt, located.block)
  },
})
