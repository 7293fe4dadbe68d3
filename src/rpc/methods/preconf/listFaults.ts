import * as v from 'valibot'
import { defineMethod } from '../../method.ts'

export const listFaults = defineMethod({
  name: 'preconf_listFaults',
  summary:
    'The faults that can still apply, how often they have applied, and how often they still will.',
  params: v.strictTuple([]),
  handler: ({ devnet }) =>
    devnet.faults.list().map((active) => ({ ...active, remaining: active.remaining ?? null })),
})
