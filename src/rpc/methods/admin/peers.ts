import * as v from 'valibot'
import { defineMethod } from '../../method.ts'

/** As geth answers it. */
export const peers = defineMethod({
  name: 'admin_peers',
  summary: 'Nodes that this one is connected to: none.',
  params: v.strictTuple([]),
  handler: () => [],
})
