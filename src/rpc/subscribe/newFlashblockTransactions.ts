import * as v from 'valibot'
import type { Receipt, SignedTransaction } from '../../types/transaction.ts'
import type { View } from '../../types/view.ts'
import { encodeOnce } from '../format/encodeOnce.ts'
import { formatFlashblockTransaction } from '../format/flashblock.ts'
import { fullTransactions } from '../schema/fullTransactions.ts'
import { defineSubscription, kindName } from './subscriptionKind.ts'

const encodeHash = encodeOnce(({ hash }: SignedTransaction) => hash)

// A receipt is of one flashblock, whose block its text shows.
const texts = new WeakMap<Receipt, string>()

function encodeTransaction(receipt: Receipt, view: View): string {
  const text = texts.get(receipt) ?? JSON.stringify(formatFlashblockTransaction(receipt, view))
  texts.set(receipt, text)
  return text
}

/** Each transaction that a flashblock adds: its hash, or with `true` the transaction and its logs. */
export const newFlashblockTransactions = defineSubscription({
  name: 'newFlashblockTransactions',
  params: v.strictTuple([kindName, v.optional(fullTransactions, false)]),
  start: (devnet, [, full], push) => {
    return devnet.hub.on('newFlashblockTransactions', ({ flashblock }) => {
      for (const receipt of flashblock.receipts) {
        push(full ? encodeTransaction(receipt, flashblock.view) : encodeHash(receipt.transaction))
      }
    })
  },
})
