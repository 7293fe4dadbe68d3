import * as v from 'valibot'
import { defineMethod } from '../../method.ts'

/** As geth answers it. */
export const peerCount = defineMethod({
  name: 'net_peerCount',
  summary: 'How many nodes it is connected to: none.',
  params: v.strictTuple([]),
  handler: () => '0x0',
})
