import * as v from 'valibot'
import { defineMethod } from '../../method.ts'
import { callRequest } from '../../schema/call/callRequest.ts'
import { hashOf } from './sendRawTransaction.ts'

/** Spec: execution-apis `eth_sendTransaction`. */
export const sendTransaction = defineMethod({
  name: 'eth_sendTransaction',
  summary: "Completes, signs and submits a transaction of one of the devnet's accounts.",
  params: v.strictTuple([callRequest]),
  handler: async (context, [request]) => hashOf(context, await context.devnet.send(request)),
})
