import * as v from 'valibot'
import { defineMethod } from '../../method.ts'

/** As ganache answers it. */
export const submitWork = defineMethod({
  name: 'eth_submitWork',
  summary: 'Whether a proof of work is accepted: never, as there is no mining.',
  params: v.strictTuple([v.string(), v.string(), v.string()]),
  handler: () => false,
})
