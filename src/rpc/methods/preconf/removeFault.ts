import * as v from 'valibot'
import { quantity } from '../../../lib/hex.ts'
import { defineMethod } from '../../method.ts'
import { looseQuantity64 } from '../../schema/quantity.ts'

export const removeFault = defineMethod({
  name: 'preconf_removeFault',
  summary: 'Removes a fault; answers whether it was there.',
  params: v.strictTuple([looseQuantity64]),
  handler: ({ devnet }, [id]) => devnet.faults.remove(quantity(id)),
})
