import * as v from 'valibot'
import { formatCadence } from '../../format/cadence.ts'
import { defineMethod } from '../../method.ts'

export const pause = defineMethod({
  name: 'preconf_pause',
  summary:
    'Holds the cadence: blocks and flashblocks are made on request only, until `preconf_resume`.',
  params: v.strictTuple([]),
  handler: ({ devnet }) => {
    devnet.schedule.pause()
    return formatCadence(devnet)
  },
})
