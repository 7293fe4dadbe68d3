import * as v from 'valibot'
import { defineMethod } from '../../method.ts'
import { address } from '../../schema/address.ts'
import { looseQuantity64 } from '../../schema/quantity.ts'

/** Spec: Otterscan's custom JSON-RPC. */
export const getTransactionBySenderAndNonce = defineMethod({
  name: 'ots_getTransactionBySenderAndNonce',
  summary:
    'Hash of the sealed or pre-confirmed transaction that an account sent with a nonce; `null` for none.',
  params: v.strictTuple([address, looseQuantity64]),
  handler: ({ reader }, [sender, nonce]) => {
    const located = reader.transactionOf(sender, nonce)
    return located?.block === undefined ? null : located.transaction.hash
  },
})
