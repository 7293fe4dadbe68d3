import { defineMethod } from '../../method.ts'
import { getStorageAt as ours } from '../../methods/eth/state.ts'
import { sealedInstead } from '../../sealedInstead.ts'

/** As Base's node: what is pre-confirmed does not show. */
export const getStorageAt = defineMethod({
  ...ours,
  handler: (context, [account, slot, id]) =>
    ours.handle(context, [account, slot, sealedInstead(id)]),
})
