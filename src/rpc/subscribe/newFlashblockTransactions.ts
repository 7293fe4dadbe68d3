import * as v from 'valibot'
import type { FlashblockEvent } from '../../types/events.ts'
import { encodeEachOnce } from '../format/encodeOnce.ts'
import { formatFlashblockTransaction } from '../format/preconfirmation/flashblock.ts'
import { fullTransactions } from '../schema/call/fullTransactions.ts'
import { defineSubscription, kindName } from './subscriptionKind.ts'

const encodeHashes = encodeEachOnce(({ flashblock }: FlashblockEvent) =>
  flashblock.transactions.map(({ hash }) => hash),
)
const encodeTransactions = encodeEachOnce(({ flashblock }: FlashblockEvent) =>
  flashblock.receipts.map((receipt) => formatFlashblockTransaction(receipt, flashblock.view)),
)

/** Each transaction that a flashblock adds: its hash, or with `true` the transaction and its logs. */
export const newFlashblockTransactions = defineSubscription({
  name: 'newFlashblockTransactions',
  params: v.strictTuple([kindName, v.optional(fullTransactions, false)]),
  start: (devnet, [, full], push) => {
    const encode = full ? encodeTransactions : encodeHashes
    return devnet.hub.on('newFlashblockTransactions', (event) => {
      for (const text of encode(event)) push(text)
    })
  },
})
