import * as v from 'valibot'
import { formatCadence } from '../../format/cadence.ts'
import { defineMethod } from '../../method.ts'

export const resume = defineMethod({
  name: 'preconf_resume',
  summary: 'Lets a paused cadence go on where it was held.',
  params: v.strictTuple([]),
  handler: ({ devnet }) => {
    devnet.schedule.resume()
    return formatCadence(devnet)
  },
})
