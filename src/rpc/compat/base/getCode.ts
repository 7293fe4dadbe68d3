import { defineMethod } from '../../method.ts'
import { getCode as ours } from '../../methods/eth/state.ts'
import { sealedInstead } from '../../sealedInstead.ts'

/** As Base's node: what is pre-confirmed does not show. */
export const getCode = defineMethod({
  ...ours,
  handler: (context, [account, id]) => ours.handle(context, [account, sealedInstead(id)]),
})
