import * as v from 'valibot'
import { formatByNonce } from '../../format/transaction/poolContent.ts'
import { formatTransaction } from '../../format/transaction/transaction.ts'
import { defineMethod } from '../../method.ts'
import { address } from '../../schema/address.ts'

/** Spec: execution-apis `txpool_contentFrom`. */
export const contentFrom = defineMethod({
  name: 'txpool_contentFrom',
  summary: 'Transactions of one sender in the pool, pending and queued ones, by nonce.',
  params: v.strictTuple([address]),
  handler: ({ devnet }, [sender]) => {
    const { pending, queued } = devnet.pool.contentOf(sender)
    return {
      pending: formatByNonce(pending, (transaction) => formatTransaction(transaction)),
      queued: formatByNonce(queued, (transaction) => formatTransaction(transaction)),
    }
  },
})
