import * as v from 'valibot'
import { quantity } from '../../../lib/hex.ts'
import { defineMethod } from '../../method.ts'

export const flashblock = defineMethod({
  name: 'preconf_flashblock',
  summary:
    'Publishes the executable transactions of the pool as the next flashblock; answers its block, index and transactions.',
  params: v.strictTuple([]),
  handler: async ({ devnet }) => {
    const { index, view, transactions } = await devnet.blocks.flashblock()
    return {
      blockNumber: quantity(view.number),
      index: quantity(index),
      transactions: transactions.map(({ hash }) => hash),
    }
  },
})
