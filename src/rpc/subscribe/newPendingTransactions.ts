import * as v from 'valibot'
import type { PendingTransactionEvent } from '../../types/events.ts'
import { encodeOnce } from '../format/encodeOnce.ts'
import { formatTransaction } from '../format/transaction/transaction.ts'
import { fullTransactions } from '../schema/call/fullTransactions.ts'
import { defineSubscription, kindName } from './subscriptionKind.ts'

const encodeHash = encodeOnce(({ transaction }: PendingTransactionEvent) => transaction.hash)
const encodeTransaction = encodeOnce(({ transaction }: PendingTransactionEvent) =>
  formatTransaction(transaction),
)

/** Each transaction that becomes executable in the pool: its hash, or with `true` the transaction. */
export const newPendingTransactions = defineSubscription({
  name: 'newPendingTransactions',
  params: v.strictTuple([kindName, v.optional(fullTransactions, false)]),
  start: (devnet, [, full], push) => {
    const encode = full ? encodeTransaction : encodeHash
    return devnet.hub.on('newPendingTransactions', (event) => push(encode(event)))
  },
})
