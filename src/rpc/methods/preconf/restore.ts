import * as v from 'valibot'
import { quantity } from '../../../lib/hex.ts'
import { defineMethod } from '../../method.ts'
import { looseQuantity64 } from '../../schema/quantity.ts'

export const restore = defineMethod({
  name: 'preconf_restore',
  summary: 'Goes back to a checkpoint, which stays; answers whether it is there.',
  params: v.strictTuple([looseQuantity64]),
  handler: ({ devnet }, [id]) => devnet.history.restore(quantity(id)),
})
