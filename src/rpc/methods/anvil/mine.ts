import * as v from 'valibot'
import { defineMethod } from '../../method.ts'
import { done, peerOf } from '../../peer.ts'
import { looseQuantity64 } from '../../schema/quantity.ts'

export const mine = defineMethod({
  name: 'anvil_mine',
  aliases: ['hardhat_mine'],
  summary:
    'Seals a number of blocks, one by default: the first at the next timestamp, each further one a number of seconds later.',
  params: v.strictTuple([v.optional(looseQuantity64, 1), v.optional(looseQuantity64)]),
  handler: async (context, [blocks, interval]) => {
    // viem sends 0 for an interval that nobody has asked for.
    const intervalSeconds = interval === 0n ? undefined : interval
    const { minesAfterInterval } = context.devnet.settings.compatRules
    const isAfterInterval = minesAfterInterval && peerOf(context) === 'anvil'
    await context.devnet.blocks.mine({ blocks, intervalSeconds, isAfterInterval })
    return done(context)
  },
})
