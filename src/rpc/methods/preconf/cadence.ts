import * as v from 'valibot'
import { formatCadence } from '../../format/preconfirmation/cadence.ts'
import { defineMethod } from '../../method.ts'

export const cadence = defineMethod({
  name: 'preconf_cadence',
  summary:
    'When blocks are made: the mining mode, block and flashblock time in ms, whether it is paused, and which clock is used.',
  params: v.strictTuple([]),
  handler: ({ devnet }) => formatCadence(devnet),
})
