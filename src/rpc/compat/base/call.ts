import { defineMethod } from '../../method.ts'
import { call as ours } from '../../methods/eth/call.ts'
import { preconfirmedOverrides } from '../../preconfirmedOverrides.ts'

/** As Base's node: at `pending` the block that the call sees is the newest sealed one. */
export const call = defineMethod({
  ...ours,
  handler: async (context, [request, block, state, fields]) => {
    const { id, overridesWith } = await preconfirmedOverrides(context.reader, block)
    return ours.handle(context, [request, id, overridesWith(state), fields])
  },
})
