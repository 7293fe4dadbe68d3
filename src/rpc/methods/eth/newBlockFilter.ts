import * as v from 'valibot'
import { defineMethod } from '../../method.ts'

/** Spec: execution-apis `eth_newBlockFilter`. */
export const newBlockFilter = defineMethod({
  name: 'eth_newBlockFilter',
  summary: 'Collects the hashes of blocks sealed from now on, for `eth_getFilterChanges`.',
  params: v.strictTuple([]),
  handler: ({ devnet }) => devnet.filters.create({ kind: 'blocks' }),
})
