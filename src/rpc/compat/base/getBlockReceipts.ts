import { defineMethod } from '../../method.ts'
import { getBlockReceipts as ours } from '../../methods/eth/blocks.ts'
import { sealedInstead } from '../../sealedInstead.ts'

/** As Base's node: what is pre-confirmed does not show. */
export const getBlockReceipts = defineMethod({
  ...ours,
  handler: (context, [id]) => ours.handle(context, [sealedInstead(id)]),
})
