import { defineMethod } from '../../method.ts'
import { sealedInstead } from '../../sealedInstead.ts'
import { getProof as ours } from '../eth/getProof.ts'

/** As Base's node: what is pre-confirmed does not show. */
export const getProof = defineMethod({
  ...ours,
  handler: (context, [account, slots, id]) =>
    ours.handle(context, [account, slots, sealedInstead(id)]),
})
