import * as v from 'valibot'
import { hashOf } from '../../hashOf.ts'
import { defineMethod } from '../../method.ts'
import { data } from '../../schema/data.ts'

/** Spec: execution-apis `eth_sendRawTransaction`. */
export const sendRawTransaction = defineMethod({
  name: 'eth_sendRawTransaction',
  summary:
    'Takes a signed transaction into the pool; it is pre-confirmed with the next flashblock.',
  params: v.strictTuple([data]),
  handler: async (context, [bytes]) => hashOf(context, await context.devnet.submit(bytes)),
})
