import * as v from 'valibot'
import { defineMethod } from '../../method.ts'
import { fullTransactions } from '../../schema/call/fullTransactions.ts'

/** Spec: execution-apis `eth_newPendingTransactionFilter`; the parameter is geth's. */
export const newPendingTransactionFilter = defineMethod({
  name: 'eth_newPendingTransactionFilter',
  summary: 'Collects transactions that become executable in the pool, for `eth_getFilterChanges`.',
  params: v.strictTuple([v.optional(fullTransactions, false)]),
  handler: ({ devnet, page }, [full]) =>
    devnet.filters.create({ kind: 'transactions', full }, page?.origin),
})
