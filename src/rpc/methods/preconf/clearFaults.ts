import * as v from 'valibot'
import { defineMethod } from '../../method.ts'

export const clearFaults = defineMethod({
  name: 'preconf_clearFaults',
  summary: 'Removes all faults.',
  params: v.strictTuple([]),
  handler: ({ devnet }) => devnet.clearFaults(),
})
