import * as v from 'valibot'
import { quantity } from '../../../lib/hex.ts'
import { defineMethod } from '../../method.ts'

export const forkInfo = defineMethod({
  name: 'preconf_forkInfo',
  summary:
    'The live chain that the devnet was forked from, and how much was fetched; `null` without one.',
  params: v.strictTuple([]),
  handler: ({ devnet }) => {
    const info = devnet.forked.live?.info(devnet.chain.head.state)
    if (info === undefined) return null
    return { ...info, blockNumber: quantity(info.blockNumber) }
  },
})
