import * as v from 'valibot'
import { quantity } from '../../../lib/hex.ts'
import { defineMethod } from '../../method.ts'
import { looseInteger } from '../../schema/quantity.ts'

export const advance = defineMethod({
  name: 'preconf_advance',
  summary:
    "Moves the manual clock forward by a number of milliseconds and runs what is due; answers the chain's time in ms.",
  params: v.strictTuple([looseInteger]),
  handler: async ({ devnet }, [ms]) => {
    await devnet.development.advance(ms)
    return quantity(devnet.clock.now())
  },
})
