import * as v from 'valibot'
import { miningModes } from '../../../devnet/options/miningModes.ts'
import type { CadenceOptions } from '../../../types/options/options.ts'
import { formatCadence } from '../../format/preconfirmation/cadence.ts'
import { defineMethod } from '../../method.ts'
import { field, object } from '../../schema/object.ts'

/** A number, or a text with its unit; what it has to be the option says. */
const duration = v.union(
  [v.number(), v.string()],
  'expected a number, or a time with its unit such as "500ms"',
)

const changes = object({
  mining: field(v.picklist(miningModes, `expected one of ${miningModes.join(', ')}`)),
  blockTime: field(duration),
  flashblockTime: field(duration),
})

export const setCadence = defineMethod({
  name: 'preconf_setCadence',
  summary:
    'Changes when blocks are made from now on, in the words and units of the options; answers as `preconf_cadence`.',
  params: v.strictTuple([changes]),
  handler: async ({ devnet }, [wanted]) => {
    await devnet.setCadence(wanted as CadenceOptions)
    return formatCadence(devnet)
  },
})
