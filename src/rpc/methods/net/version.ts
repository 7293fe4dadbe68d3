import * as v from 'valibot'
import { defineMethod } from '../../method.ts'

/** Spec: execution-apis `net_version`. */
export const version = defineMethod({
  name: 'net_version',
  summary: 'Chain id as a decimal string.',
  params: v.strictTuple([]),
  handler: ({ devnet }) => String(devnet.settings.chainId),
})
