import * as v from 'valibot'
import { quantity } from '../../../lib/hex.ts'
import { defineMethod } from '../../method.ts'

export const listChains = defineMethod({
  name: 'preconf_listChains',
  summary:
    'The chains at paths of their own, such as /1, of the servers of this devnet, or of the one that it is served by: id, whether it sleeps, whether it was acquired, and how many requests and sockets use it.',
  params: v.strictTuple([]),
  handler: ({ devnet }) =>
    devnet.metrics.chains().map((chain) => ({ ...chain, uses: quantity(chain.uses) })),
})
