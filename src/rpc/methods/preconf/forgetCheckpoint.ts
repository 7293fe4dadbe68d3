import * as v from 'valibot'
import { quantity } from '../../../lib/hex.ts'
import { defineMethod } from '../../method.ts'
import { looseQuantity64 } from '../../schema/quantity.ts'

export const forgetCheckpoint = defineMethod({
  name: 'preconf_forgetCheckpoint',
  summary: 'Deletes a checkpoint and frees its memory; answers whether it was there.',
  params: v.strictTuple([looseQuantity64]),
  handler: ({ devnet }, [id]) => devnet.history.forget(quantity(id)),
})
