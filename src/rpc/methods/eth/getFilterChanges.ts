import * as v from 'valibot'
import { formatLog } from '../../format/block/log.ts'
import { logInShape } from '../../format/shape.ts'
import { formatTransaction } from '../../format/transaction/transaction.ts'
import { defineMethod } from '../../method.ts'

/** Spec: execution-apis `eth_getFilterChanges`. */
export const getFilterChanges = defineMethod({
  name: 'eth_getFilterChanges',
  summary: 'What a filter has collected since the last time.',
  params: v.strictTuple([v.string('expected a string')]),
  handler: ({ devnet }, [id]) => {
    const { answersUnknownFilters, answerShape } = devnet.settings.compatRules
    if (answersUnknownFilters && !devnet.filters.has(id)) return null
    const changes = devnet.filters.changes(id)
    switch (changes.kind) {
      case 'blocks':
        return changes.hashes
      case 'logs':
        return changes.logs.map((log) => logInShape(formatLog(log), answerShape))
      case 'transactions':
        return changes.transactions.map((transaction) =>
          changes.full ? formatTransaction(transaction) : transaction.hash,
        )
    }
  },
})
