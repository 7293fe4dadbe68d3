import * as v from 'valibot'
import { formatCadence } from '../../format/preconfirmation/cadence.ts'
import { defineMethod } from '../../method.ts'

export const pause = defineMethod({
  name: 'preconf_pause',
  summary:
    'Pauses the cadence: until `preconf_resume`, blocks and flashblocks are made on request only.',
  params: v.strictTuple([]),
  handler: ({ devnet }) => {
    devnet.schedule.pause()
    return formatCadence(devnet)
  },
})
