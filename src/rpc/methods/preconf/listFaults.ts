import * as v from 'valibot'
import { defineMethod } from '../../method.ts'

export const listFaults = defineMethod({
  name: 'preconf_listFaults',
  summary: 'The faults that may still apply, and how often they have and will.',
  params: v.strictTuple([]),
  handler: ({ devnet }) =>
    devnet.faults.list().map((active) => ({ ...active, remaining: active.remaining ?? null })),
})
