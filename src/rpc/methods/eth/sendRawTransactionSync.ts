import * as v from 'valibot'
import { defineMethod } from '../../method.ts'
import { data } from '../../schema/data.ts'
import { looseQuantity64 } from '../../schema/quantity.ts'
import { sendSync } from '../../sendSync.ts'

/** Spec: EIP-7966. */
export const sendRawTransactionSync = defineMethod({
  name: 'eth_sendRawTransactionSync',
  summary:
    'Adds a signed transaction to the pool and answers its receipt as soon as it is pre-confirmed; waits 6 s or the given ms.',
  params: v.strictTuple([data, v.optional(looseQuantity64)]),
  handler: (context, [bytes, timeout]) =>
    sendSync(context, timeout, () => context.devnet.submit(bytes, context.page)),
})
