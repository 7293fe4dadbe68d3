import * as v from 'valibot'
import { defineMethod } from '../../method.ts'
import { invalidArgument } from '../../rpcError.ts'
import { callRequest } from '../../schema/call/callRequest.ts'

/** Anvil's; viem's test action of this name. */
export const sendUnsignedTransaction = defineMethod({
  name: 'eth_sendUnsignedTransaction',
  summary: 'Completes and submits a transaction from any address, without key or impersonation.',
  params: v.strictTuple([callRequest]),
  handler: async ({ devnet }, [request]) => {
    const { from } = request
    if (from === undefined) throw invalidArgument(0, 'from: missing value for required field')
    return (await devnet.send(request, { address: from })).hash
  },
})
