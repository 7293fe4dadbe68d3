import * as v from 'valibot'
import { defineMethod } from '../../method.ts'
import { RpcError } from '../../rpcError.ts'
import { notificationsUnsupported } from './subscribe.ts'

/** As geth answers it. */
export const unsubscribe = defineMethod({
  name: 'eth_unsubscribe',
  summary: 'Ends a subscription of the connection.',
  params: v.strictTuple([v.string('expected a string')]),
  handler: ({ connection, subscriptions }, [id]) => {
    if (connection === undefined) throw notificationsUnsupported()
    if (!subscriptions.remove(connection, id)) {
      throw new RpcError(-32000, 'subscription not found')
    }
    return true
  },
})
