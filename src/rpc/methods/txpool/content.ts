import * as v from 'valibot'
import { formatBySender } from '../../format/transaction/poolContent.ts'
import { formatTransaction } from '../../format/transaction/transaction.ts'
import { defineMethod } from '../../method.ts'

/** Spec: execution-apis `txpool_content`. */
export const content = defineMethod({
  name: 'txpool_content',
  summary: 'Transactions of the pool, pending and queued ones, by sender and nonce.',
  params: v.strictTuple([]),
  handler: ({ devnet }) => {
    const { pending, queued } = devnet.pool.content()
    const { answerShape } = devnet.settings.compatRules
    return {
      pending: formatBySender(
        pending,
        (transaction) => formatTransaction(transaction),
        answerShape,
      ),
      queued: formatBySender(queued, (transaction) => formatTransaction(transaction), answerShape),
    }
  },
})
