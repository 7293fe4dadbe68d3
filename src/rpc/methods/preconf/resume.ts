import * as v from 'valibot'
import { formatCadence } from '../../format/preconfirmation/cadence.ts'
import { defineMethod } from '../../method.ts'

export const resume = defineMethod({
  name: 'preconf_resume',
  summary: 'Continues a paused cadence where it stopped.',
  params: v.strictTuple([]),
  handler: ({ devnet }) => {
    devnet.schedule.resume()
    return formatCadence(devnet)
  },
})
