import * as v from 'valibot'
import { defineMethod } from '../../method.ts'

export const labels = defineMethod({
  name: 'preconf_labels',
  summary: 'The names of addresses that fixtures have given, by address.',
  params: v.strictTuple([]),
  handler: ({ devnet }) => devnet.names.known.labels,
})
