import * as v from 'valibot'
import { defineMethod } from '../../method.ts'
import { peerOf } from '../../peer.ts'
import { looseQuantity64 } from '../../schema/quantity.ts'

/** Hardhat answers a decimal string, anvil and ganache a number. */
export const increaseTime = defineMethod({
  name: 'evm_increaseTime',
  aliases: ['anvil_increaseTime', 'hardhat_increaseTime'],
  summary:
    "Moves the chain's time forward by a number of seconds; answers how far it has been moved in total.",
  params: v.strictTuple([looseQuantity64]),
  handler: async (context, [seconds]) => {
    const offset = await context.devnet.development.moveTime((clock) => {
      clock.increase(seconds)
      return Math.floor(clock.offsetMs / 1000)
    })
    return peerOf(context) === 'hardhat' ? String(offset) : offset
  },
})
