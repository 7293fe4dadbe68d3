import * as v from 'valibot'
import { formatBySender, formatPooledLine } from '../../format/transaction/poolContent.ts'
import { defineMethod } from '../../method.ts'

/** As geth answers it. */
export const inspect = defineMethod({
  name: 'txpool_inspect',
  summary: 'Transactions of the pool in a line each, by sender and nonce.',
  params: v.strictTuple([]),
  handler: ({ devnet }) => {
    const { pending, queued } = devnet.pool.content()
    const { answerShape } = devnet.settings.compatRules
    return {
      pending: formatBySender(pending, formatPooledLine, answerShape),
      queued: formatBySender(queued, formatPooledLine, answerShape),
    }
  },
})
