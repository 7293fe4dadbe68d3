import * as v from 'valibot'
import { formatTransaction } from '../../format/transaction/transaction.ts'
import { defineMethod } from '../../method.ts'

/** As Anvil and Hardhat answer it: of all senders, not only of the node's own accounts as in geth. */
export const pendingTransactions = defineMethod({
  name: 'eth_pendingTransactions',
  summary: 'Transactions that wait in the pool, in the order in which they came.',
  params: v.strictTuple([]),
  handler: ({ devnet }) => devnet.pool.all().map((transaction) => formatTransaction(transaction)),
})
