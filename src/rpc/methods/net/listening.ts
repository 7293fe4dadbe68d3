import * as v from 'valibot'
import { defineMethod } from '../../method.ts'

/** As geth answers it. */
export const listening = defineMethod({
  name: 'net_listening',
  summary: 'Whether the node listens for connections: always.',
  params: v.strictTuple([]),
  handler: () => true,
})
