import * as v from 'valibot'
import { formatTransaction, placeIn } from '../../format/transaction/transaction.ts'
import { defineMethod } from '../../method.ts'
import { address } from '../../schema/address.ts'
import { looseQuantity64 } from '../../schema/quantity.ts'

/** As reth and anvil answer it. */
export const getTransactionBySenderAndNonce = defineMethod({
  name: 'eth_getTransactionBySenderAndNonce',
  summary: 'Transaction by sender and nonce: sealed, pre-confirmed or in the pool.',
  params: v.strictTuple([address, looseQuantity64]),
  handler: ({ reader }, [sender, nonce]) => {
    const located = reader.transactionOf(sender, nonce)
    if (located === undefined) return null
    const { transaction, block, receipt } = located
    return formatTransaction(transaction, block && placeIn(block, receipt.index))
  },
})
