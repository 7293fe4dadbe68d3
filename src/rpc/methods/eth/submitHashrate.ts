import * as v from 'valibot'
import { defineMethod } from '../../method.ts'

/** As ganache answers it. */
export const submitHashrate = defineMethod({
  name: 'eth_submitHashrate',
  summary: 'Whether the hash rate of a miner is recorded: never.',
  params: v.strictTuple([v.string(), v.string()]),
  handler: () => false,
})
