import { defineMethod } from '../../method.ts'
import { getProof as ours } from '../../methods/eth/state.ts'
import { sealedInstead } from '../../sealedInstead.ts'

/** As Base's node: what is pre-confirmed does not show. */
export const getProof = defineMethod({
  ...ours,
  handler: (context, [account, slots, id]) =>
    ours.handle(context, [account, slots, sealedInstead(id)]),
})
