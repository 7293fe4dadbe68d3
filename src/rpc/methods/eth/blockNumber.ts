import * as v from 'valibot'
import { quantity } from '../../../lib/hex.ts'
import { defineMethod } from '../../method.ts'

/** Spec: execution-apis `eth_blockNumber`. */
export const blockNumber = defineMethod({
  name: 'eth_blockNumber',
  summary: 'Number of the newest sealed block.',
  params: v.strictTuple([]),
  handler: async ({ reader }) => quantity((await reader.view({ tag: 'latest' })).number),
})
