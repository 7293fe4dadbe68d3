import * as v from 'valibot'
import { defineMethod } from '../../method.ts'
import { RpcError } from '../../rpcError.ts'

export const connection = defineMethod({
  name: 'preconf_connection',
  summary:
    "Id of the client's connection, for faults that affect this connection only; not over HTTP.",
  params: v.strictTuple([]),
  handler: ({ connection: own }) => {
    if (own !== undefined) return own.id
    throw new RpcError(
      -32000,
      'requests over HTTP have no connection of their own: use a WebSocket',
    )
  },
})
