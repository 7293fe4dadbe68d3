import { formatTransaction } from '../../format/transaction/transaction.ts'
import { defineMethod } from '../../method.ts'
import { getTransactionByHash as ours } from '../../methods/eth/transactions.ts'

/**
 * As Base's node: it asks its own pool before the flashblocks, so that what was sent through it is
 * in no block until it is sealed, though its receipt is there.
 */
export const getTransactionByHash = defineMethod({
  ...ours,
  handler: (context, [hash]) => {
    const located = context.reader.transaction(hash)
    return located?.block?.kind === 'pending'
      ? formatTransaction(located.transaction)
      : ours.handle(context, [hash])
  },
})
