import * as v from 'valibot'
import { defineMethod } from '../../method.ts'
import { callRequest } from '../../schema/call/callRequest.ts'
import { looseQuantity64 } from '../../schema/quantity.ts'
import { sendSync } from '../../sendSync.ts'

/** Anvil's `eth_sendTransactionSync`, with the timeout of EIP-7966. */
export const sendTransactionSync = defineMethod({
  name: 'eth_sendTransactionSync',
  summary:
    "Completes, signs and submits a transaction of one of the devnet's accounts and answers its receipt, as soon as it is pre-confirmed.",
  params: v.strictTuple([callRequest, v.optional(looseQuantity64)]),
  handler: (context, [request, timeout]) =>
    sendSync(context, timeout, () => context.devnet.send(request)),
})
