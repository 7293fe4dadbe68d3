import * as v from 'valibot'
import { defineMethod } from '../../method.ts'
import { estimateGas as ours } from '../../methods/eth/call.ts'
import { preconfirmedOverrides } from '../../preconfirmedOverrides.ts'
import { optionalBlockId } from '../../schema/blockId.ts'

const [requestItem, , stateItem, fieldsItem] = ours.params.items

/** As Base's node: by default at `latest`, and the block that the transaction sees is a sealed one at `pending` too. */
export const estimateGas = defineMethod({
  ...ours,
  params: v.strictTuple([requestItem, optionalBlockId, stateItem, fieldsItem]),
  handler: async (context, [request, block, state, fields]) => {
    const { id, overridesWith } = await preconfirmedOverrides(context.reader, block)
    return ours.handle(context, [request, id, overridesWith(state), fields])
  },
})
