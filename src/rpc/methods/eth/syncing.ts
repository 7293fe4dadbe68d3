import * as v from 'valibot'
import { defineMethod } from '../../method.ts'

/** Spec: execution-apis `eth_syncing`. */
export const syncing = defineMethod({
  name: 'eth_syncing',
  summary: 'Whether the node is catching up: never.',
  params: v.strictTuple([]),
  handler: () => false,
})
