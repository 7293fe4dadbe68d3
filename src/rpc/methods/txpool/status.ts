import * as v from 'valibot'
import { quantity } from '../../../lib/hex.ts'
import type { SignedTransaction } from '../../../types/transaction.ts'
import { defineMethod } from '../../method.ts'

/** Spec: execution-apis `txpool_status`. */
export const status = defineMethod({
  name: 'txpool_status',
  summary: 'How many transactions of the pool are pending (executable) and how many are queued.',
  params: v.strictTuple([]),
  handler: ({ devnet }) => {
    const { pending, queued } = devnet.pool.content()
    return { pending: quantity(count(pending)), queued: quantity(count(queued)) }
  },
})

function count(senders: readonly (readonly SignedTransaction[])[]): number {
  return senders.reduce((sum, { length }) => sum + length, 0)
}
